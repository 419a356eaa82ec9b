// Bounds that keep every operation in its type.
// expect: true
// property: no-overflow
// data-model: both
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < -30000 || a > 30000 || b < -30000 || b > 30000)
        return 0;
    int sum = a + b, product = a * 37, difference = product - sum;
    long long wide = (long long)difference * 4;
    return wide == -(long long)a || b != 0 && a / b == -a;
}
