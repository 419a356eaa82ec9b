// Names are those of the place: the inner variable hides the outer one.
// property: unreach-call
void reach_error(void);
int __VERIFIER_nondet_int(void);
int x = 5;
int main(void) {
  int x = 1;
  {
    int x = 2;
    while (__VERIFIER_nondet_int()) { //@ loop
      x = 3 - x;
      x = 3 - x;
    }
    if (x != 2) reach_error();
  }
  return x - 1;
}
// confirmed: x == 2
// refuted: x == 1
// refuted: x == 5
