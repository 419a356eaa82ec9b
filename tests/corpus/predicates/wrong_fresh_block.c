// A block from the same line is another one, with other contents.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: only the first block is set; the second holds anything.
extern void free(void *);
extern void *malloc(__SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int first = 1;
    while (__VERIFIER_nondet_int()) {
        int *p = malloc(sizeof *p);
        if (!p)
            return 0;
        if (first)
            *p = 7;
        if (*p != 7)
            reach_error(); //! violated
        free(p);
        first = 0;
    }
    return 0;
}
