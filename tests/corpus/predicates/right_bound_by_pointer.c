// A callee lowers a copy of the loop's bound.
// expect: true
// property: unreach-call
// data-model: both
// Why: n is written by nobody, and the loop ends with i >= n > 5.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void shorten(int *n) {
    *n = 3;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n <= 5)
        return 0;
    for (i = 0; i < n; i++) {
        int copy = n;
        if (i == 2)
            shorten(&copy);
        if (i != 2 && copy != n)
            reach_error();
    }
    if (i <= 5 || i != n)
        reach_error();
    return 0;
}
