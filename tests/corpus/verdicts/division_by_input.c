// A divisor that may be zero.
// expect: false(no-division-by-zero)
// property: no-division-by-zero
// data-model: both
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    if (d > 1)
        return 0;
    return 10 / d; //! violated
}
