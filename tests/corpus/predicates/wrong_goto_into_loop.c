// A jump into a loop leaves out its initialisation.
// expect: false(unreach-call)
// property: unreach-call
// Why: with n < 0 the jump leads to the test of a negative i.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = n;
    if (n != 4)
        goto inside;
    for (i = 0; i < 10; i++) {
    inside:
        if (i < 0)
            reach_error(); //! violated
    }
    return 0;
}
