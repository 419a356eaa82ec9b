// A cell of an array, always the same one, but nobody knows which.
// expect: true
// property: unreach-call
// Why: i does not change, and a[i] is raised only below the limit.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int a[4], limit = __VERIFIER_nondet_int();
    unsigned i = __VERIFIER_nondet_uint() % 4;
    if (limit < 0)
        return 0;
    a[i] = 0;
    while (__VERIFIER_nondet_int())
        if (a[i] < limit)
            a[i]++;
    if (a[i] < 0 || a[i] > limit)
        reach_error();
    return 0;
}
