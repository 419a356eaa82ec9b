// A loop made of jumps has an invariant at a statement.
// property: unreach-call
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
again:
  x = x + 1; //@ location
  if (x >= 500000) x = 0;
  if (__VERIFIER_nondet_int()) goto again;
  if (x > 600000 || x < 0) reach_error();
  return 0;
}
// confirmed: x >= 0 && x < 500000
// unknown: x >= 0
// refuted: x == 0
