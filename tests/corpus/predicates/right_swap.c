// Swapping by a third variable works for one cell, too.
// expect: true
// property: unreach-call
// data-model: both
// Why: after it *p is the old *q and *q the old *p, equal if p == q.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static void swap(int *p, int *q) {
    int third = *p;
    *p = *q;
    *q = third;
}

int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), 3};
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    int first = a[i], second = a[j];
    swap(&a[i], &a[j]);
    if (a[i] != second || a[j] != first)
        reach_error();
    return 0;
}
