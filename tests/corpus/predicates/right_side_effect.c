// What is evaluated in a condition counts rounds.
// expect: true
// property: unreach-call
// Why: y is raised exactly where the left side holds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), y = n, rounds = 0;
    while (__VERIFIER_nondet_int() && (y++ == n || rounds > 0))
        rounds = y - n;
    if (y - n != rounds && rounds >= 0)
        reach_error();
    return 0;
}
