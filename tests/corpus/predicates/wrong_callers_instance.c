// A recursive function writes its caller's variable of the same name.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: the call with 0 stores 0 into the x of the call with 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void deep(int n, int *callers) {
    int x = n;
    if (n > 0)
        deep(n - 1, &x);
    if (x != n)
        reach_error(); //! violated
    *callers = n;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), top;
    if (n > 3)
        return 0;
    deep(n, &top);
    return 0;
}
