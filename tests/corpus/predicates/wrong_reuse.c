// A freed block's address may be given again.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: malloc may return the same address; compilers' libraries do.
extern void free(void *);
extern void *malloc(__SIZE_TYPE__);
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    unsigned long old = (unsigned long)p;
    free(p);
    int *q = malloc(sizeof *q);
    if (q && (unsigned long)q == old)
        reach_error(); //! violated
    return 0;
}
