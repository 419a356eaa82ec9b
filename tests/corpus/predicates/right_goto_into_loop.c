// A jump into a loop with a counter that is in its range.
// expect: true
// property: unreach-call
// Why: the jump is taken only with 0 <= n, and the loop raises i to at most 10 or leaves.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = n;
    if (n >= 0)
        goto inside;
    for (i = 0; i < 10; i++) {
    inside:
        if (i < 0 || (i >= 10 && i != n))
            reach_error();
        if (i >= 10)
            break;
    }
    return 0;
}
