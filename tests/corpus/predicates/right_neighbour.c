// Two indices differ, whatever they are.
// expect: true
// property: unreach-call
// Why: i != j, so the cells are different in all rounds.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int a[4], n = __VERIFIER_nondet_int();
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    if (i == j)
        return 0;
    a[i] = n;
    while (__VERIFIER_nondet_int())
        a[j] = __VERIFIER_nondet_int();
    if (a[i] != n)
        reach_error();
    return 0;
}
