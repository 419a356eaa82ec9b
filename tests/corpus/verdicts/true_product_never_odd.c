// Needs the solver: no guess shows that something cannot be.
// expect: true
// property: unreach-call
// data-model: both
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = x * (x + 1);
    if (y & 1)
        reach_error();
    return 0;
}
