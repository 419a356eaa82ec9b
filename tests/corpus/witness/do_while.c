// The invariant of a `do` loop holds before each evaluation of its condition.
// property: unreach-call
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned int x = 0;
  int first = 1;
  do { //@ loop
    if (first) {
      x = 7;
      first = 0;
    }
    if (x < 1000000) x++;
  } while (__VERIFIER_nondet_int());
  if (x < 8 || x > 1000000) reach_error();
  return 0;
}
// confirmed: x >= 8 && x <= 1000000 && first == 0
// refuted: x == 0
// unknown: first == 0
