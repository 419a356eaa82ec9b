// The inner loop is entered again in each round of the outer one, which is not cut.
// property: unreach-call
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    int j = 0;
    while (j < 1000000 && __VERIFIER_nondet_int()) { //@ loop
      j++;
    }
    total += 1;
    if (i == 2) {
      if (total == 3) reach_error();
    }
  }
  return 0;
}
// refuted: j >= 0 && j <= 1000000
// refuted: total == i && j >= 0
