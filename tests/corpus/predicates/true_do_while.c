// A loop that runs once at least.
// expect: true
// property: unreach-call
// Why: n >= 1 before the first round, left >= 1 before each other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    int left = n;
    do {
        left--;
        if (left < 0 || left >= n)
            reach_error();
    } while (left > 0);
    if (left != 0)
        reach_error();
    return 0;
}
