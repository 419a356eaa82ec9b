// Counting down to zero without a sign.
// expect: true
// property: unreach-call
// Why: i <= n at the head, so i - 1 < n where i > 0.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = n;
    while (i > 0) {
        i--;
        if (i >= n)
            reach_error();
    }
    return 0;
}
