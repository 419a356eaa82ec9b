// A counter ends exactly at a bound that is not known.
// expect: true
// property: unreach-call
// Why: i <= n is kept where n >= 0, and the loop ends with i >= n.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n < 0)
        return 0;
    for (i = 0; i < n; i++)
        if (i >= n || i < 0)
            reach_error();
    if (i != n)
        reach_error();
    return 0;
}
