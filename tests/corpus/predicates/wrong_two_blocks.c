// The third pointer leads to one of two blocks.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: if r is p, *p becomes 3.
extern void *malloc(__SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (!p || !q)
        return 0;
    int *r = __VERIFIER_nondet_int() ? p : q;
    *p = 1;
    *q = 2;
    *r = 3;
    if (*p != 1)
        reach_error(); //! violated
    return 0;
}
