// A block is lost before a null pointer is followed, which is looked for alone when the loss is known.
// expect: false(valid-deref)
// property: valid-deref
// options: --property valid-memtrack
// test-case: no
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p = 0;
    while (__VERIFIER_nondet_int()) {
    }
    return *p; //! violated
}
