// The arithmetic of an invariant is no overflow of the program.
// property: no-overflow
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (x < 1000000 && __VERIFIER_nondet_int()) //@ loop
    x++;
  return x;
}
// confirmed: x >= 0 && x <= 1000000
// confirmed: x * 1000000 * 100 - 1 != 1 && x >= 0 && x <= 1000000
// unknown: x != -3
