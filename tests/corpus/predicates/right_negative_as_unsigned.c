// One unsigned comparison checks both bounds.
// expect: true
// property: unreach-call
// Why: (unsigned)i < n excludes negative i, as n <= 2^31 - 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    while (__VERIFIER_nondet_int()) {
        if ((unsigned)i < (unsigned)n) {
            if (i < 0 || i >= n)
                reach_error();
        } else if (i >= 0 && i < n) {
            reach_error();
        }
        i = i - 1;
    }
    return 0;
}
