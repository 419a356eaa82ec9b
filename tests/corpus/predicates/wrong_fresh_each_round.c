// Each round has a variable of its own, which was not set.
// expect: false(unreach-call)
// property: unreach-call
// test-case: no
// Why: in the second round `value` is indeterminate: anything.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int first = 1;
    while (__VERIFIER_nondet_int()) {
        int value;
        if (first)
            value = 1;
        if (value != 1)
            reach_error(); //! violated
        first = 0;
    }
    return 0;
}
