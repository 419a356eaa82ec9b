// Two loops, cut both: the inner one changes what the outer one needs.
// property: unreach-call
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int k = 0;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10000) return 0;
  for (int i = 0; i < n; i++) { //@ loop
    for (int j = 0; j < n; j++) { //@ loop
      k = 1 - k;
      k = 1 - k;
    }
  }
  if (k != 0) reach_error();
  return 0;
}
// confirmed: k == 0 ## k == 0
// confirmed: k == 0 ## k == 0 && j >= 0
// unknown: k == 0 || k == 1 ## k == 0
// refuted: k == 0 ## k == 1
// unknown: k == 0 ## 1
