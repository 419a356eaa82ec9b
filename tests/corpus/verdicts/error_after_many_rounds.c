// A search that waits at the head of a loop does not meet itself there.
// expect: false(unreach-call)
// property: unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i <= n; i++)
        ;
    if (n == 45)
        reach_error(); //! violated
    return 0;
}
