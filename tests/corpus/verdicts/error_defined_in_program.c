// The program's own reach_error does nothing; calling it is the violation.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {
}

void check(int condition) {
    if (!condition)
        reach_error(); //! violated
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    check(a < 5 || a == 7);
    return 0;
}
