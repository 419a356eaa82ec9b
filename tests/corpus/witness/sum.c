// Inductive and sufficient; weaker and wrong ones beside it.
// property: unreach-call
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0, s = 0;
  if (n < 0 || n > 1000000) return 0;
  while (i < n) { //@ loop
    i++;
    s += 2;
  }
  if (s != 2 * n) reach_error();
  return 0;
}
// confirmed: s == 2 * i && i >= 0 && i <= n
// confirmed: s == 2 * i && 0 <= i && (i < n || i == n)
// unknown: s == 2 * i
// unknown: i >= 0
// unknown: 1
// refuted: i <= 5
// refuted: 0
// refuted: s / i == 2
// refuted: i != 3 || n > 3
// rejected: i = 5
// rejected: main() == 0
// rejected: i >= 0); reach_error(
// rejected: i >= 0 /*
// rejected: q > 1
// rejected: i >=
// rejected: ({ i = 1; 1; })
