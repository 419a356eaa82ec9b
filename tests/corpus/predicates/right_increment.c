// The counter of a loop is raised once more after it.
// expect: true
// property: no-overflow
// Why: i <= n < INT_MAX.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n < 0 || n == 2147483647)
        return 0;
    for (i = 0; i < n; i++)
        ;
    i++;
    return i == 4;
}
