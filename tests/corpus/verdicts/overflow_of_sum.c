// The sum of two positive numbers is too large.
// expect: false(no-overflow)
// property: no-overflow
// data-model: both
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a > 0 && b > 0) {
        int sum = a + b; //! violated
        return sum > 0;
    }
    return 0;
}
