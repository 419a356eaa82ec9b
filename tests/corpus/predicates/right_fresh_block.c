// Every block is set before it is read.
// expect: true
// property: unreach-call
// data-model: both
// Why: calloc gives zeros, and the other branch stores 0.
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);
extern void *malloc(__SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *p;
        if (__VERIFIER_nondet_int()) {
            p = calloc(1, sizeof *p);
        } else {
            p = malloc(sizeof *p);
            if (p)
                *p = 0;
        }
        if (p && *p != 0)
            reach_error();
        if (p)
            *p = 7;
        free(p);
    }
    return 0;
}
