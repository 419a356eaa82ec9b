// Whatever address it has, a new block is apart from those that live.
// expect: true
// property: unreach-call
// data-model: both
// Why: q and r live at the same time; that p was freed changes nothing.
extern void free(void *);
extern void *malloc(__SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p);
    free(p);
    int *q = malloc(sizeof *q), *r = malloc(sizeof *r);
    if (!q || !r)
        return 0;
    *q = n;
    *r = n + 1;
    if (*q != n || q == r)
        reach_error();
    free(q);
    free(r);
    return 0;
}
