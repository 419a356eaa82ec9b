// True in every run, but a round of the loop does not preserve it by itself.
// property: unreach-call
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 1;
  while (__VERIFIER_nondet_int()) { //@ loop
    x = x + y;
    if (x > 1000000) x = 0;
  }
  if (x < 0) reach_error();
  return 0;
}
// unknown: x >= 0
// confirmed: x >= 0 && x <= 1000000 && y == 1
// refuted: y == 2
