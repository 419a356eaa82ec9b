// A loop of jumps.
// expect: true
// property: unreach-call
// Why: `seen` is set in every round, and if n > 0 there is one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, seen = 0;
again:
    if (i >= n)
        goto done;
    i++;
    seen = 1;
    goto again;
done:
    if (n > 0 && !seen)
        reach_error();
    if (n <= 0 && (seen || i))
        reach_error();
    return 0;
}
