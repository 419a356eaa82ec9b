// The program's own assertions are not asked about; they end the run.
// property: unreach-call
void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 4) __assert_fail("x == 4", "asserts.c", 8, "main");
  while (__VERIFIER_nondet_int()) { //@ loop
    x = x ^ 1;
    x = x ^ 1;
  }
  if (x != 4) reach_error();
  return 0;
}
// confirmed: x == 4
// refuted: x == 5
