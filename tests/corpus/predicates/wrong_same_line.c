// The last round's block is this round's one, if none was allocated.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: without a new block old == p, and *old becomes 2.
extern void *malloc(__SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p), *old;
    while (p) {
        old = p;
        *old = 1;
        if (__VERIFIER_nondet_int())
            p = malloc(sizeof *p);
        if (p)
            *p = 2;
        if (*old != 1)
            reach_error(); //! violated
    }
    return 0;
}
