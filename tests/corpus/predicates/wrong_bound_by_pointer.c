// A callee lowers the loop's bound through a pointer.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: with n > 5 the third round sets n to 3.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void shorten(int *n) {
    *n = 3;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n <= 5)
        return 0;
    for (i = 0; i < n; i++)
        if (i == 2)
            shorten(&n);
    if (i <= 5)
        reach_error(); //! violated
    return 0;
}
