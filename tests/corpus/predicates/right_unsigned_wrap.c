// One less than a number that is not zero is less.
// expect: true
// property: unreach-call
// Why: n != 0, and i < n in each round.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0)
        return 0;
    unsigned last = n - 1;
    for (unsigned i = 0; i < n; i++)
        if (i > last)
            reach_error();
    if (last >= n)
        reach_error();
    return 0;
}
