// An array is forgotten as a whole; an index outside of it is no truth.
// property: unreach-call
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0, 0, 0, 7};
  int i = 0;
  while (__VERIFIER_nondet_int()) { //@ loop
    a[i] = __VERIFIER_nondet_int();
    i = i == 2 ? 0 : i + 1;
  }
  if (a[3] != 7) reach_error();
  return 0;
}
// confirmed: i >= 0 && i <= 2 && a[3] == 7
// confirmed: i >= 0 && i <= 2
// refuted: a[i + 2] >= 0
// refuted: a[i] == 0
