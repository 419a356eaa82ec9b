// Two indices may be equal.
// expect: false(unreach-call)
// property: unreach-call
// Why: with i == j the second store takes the first one's place.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int a[4] = {0, 0, 0, 0};
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    a[i] = 1;
    a[j] = 0;
    if (a[i] != 1)
        reach_error(); //! violated
    return 0;
}
