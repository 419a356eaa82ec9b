// A recursive function writes its own variable by a pointer; its caller's stays.
// expect: true
// property: unreach-call
// data-model: both
// Why: p leads to the x of the same call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void deep(int n, int *callers) {
    int x = n, *p = &x;
    *p = n + 1;
    if (n > 0)
        deep(n - 1, p);
    if (*callers == n || x != n + 1)
        reach_error();
}

int main(void) {
    int n = __VERIFIER_nondet_int(), top = n + 1;
    if (n > 3)
        return 0;
    deep(n, &top);
    if (top != n + 1)
        reach_error();
    return 0;
}
