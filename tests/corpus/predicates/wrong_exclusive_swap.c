// Swapping by exclusive-or loses a cell that is swapped with itself.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: with i == j the cell becomes 0, and it was not.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static void swap(int *p, int *q) {
    *p ^= *q;
    *q ^= *p;
    *p ^= *q;
}

int main(void) {
    int a[3] = {1, 2, 3};
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    int old = a[i];
    swap(&a[i], &a[j]);
    if (a[j] != old)
        reach_error(); //! violated
    return 0;
}
