// A declaration that is reached again makes its variable indeterminate.
// expect: false(unreach-call)
// property: unreach-call
// test-case: no
// Why: C11 6.2.4, paragraph 6: without an initialiser the value is lost each time.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int rounds = 0;
again:;
    int value;
    if (rounds > 0 && value != 1)
        reach_error(); //! violated
    value = 1;
    rounds++;
    if (__VERIFIER_nondet_int())
        goto again;
    return 0;
}
