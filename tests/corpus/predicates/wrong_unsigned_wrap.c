// One less than zero is the greatest number.
// expect: false(unreach-call)
// property: unreach-call
// Why: n == 0 makes last 2^32 - 1.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned last = n - 1;
    if (last > n)
        reach_error(); //! violated
    return 0;
}
