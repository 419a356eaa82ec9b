// The right side of `&&` is evaluated only if it matters.
// expect: false(unreach-call)
// property: unreach-call
// Why: with x == 0 y is not raised.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), y = n;
    if (x && y++ == n)
        x = 0;
    if (y != n + 1)
        reach_error(); //! violated
    return 0;
}
