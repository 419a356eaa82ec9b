// Quotients that fit.
// expect: true
// property: no-overflow
// Why: only INT_MIN / -1 overflows, and it is excluded.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    if (d == 0 || (d == -1 && x == -2147483647 - 1))
        return 0;
    int q = x / d, r = x % d;
    return q == 3 && r == 1;
}
