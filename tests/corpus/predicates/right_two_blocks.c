// Two blocks are apart.
// expect: true
// property: unreach-call
// data-model: both
// Why: p and q live at the same time, and only q is written in the loop.
extern void *malloc(__SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (!p || !q)
        return 0;
    *p = n;
    while (__VERIFIER_nondet_int())
        *q = __VERIFIER_nondet_int();
    if (p == q || *p != n)
        reach_error();
    return 0;
}
