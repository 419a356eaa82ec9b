// What a function requires is checked where it begins, for every call.
// expect: false(assert)
// property: assert
// test-case: no
extern int __VERIFIER_nondet_int(void);

//@ requires d != 0; //! violated
static int divide(int n, int d) { return n / d; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    return divide(10, n);
}
