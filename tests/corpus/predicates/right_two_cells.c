// Tokens move between two cells; the index is not known.
// expect: true
// property: unreach-call
// Why: every round takes one from a cell and adds one to the other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int a[2] = {n, 0};
    while (__VERIFIER_nondet_int()) {
        int from = __VERIFIER_nondet_int() & 1;
        a[from]--;
        a[1 - from]++;
    }
    if (a[0] + a[1] != n)
        reach_error();
    return 0;
}
