// A shift that pushes a bit into the sign.
// expect: false(no-overflow)
// property: no-overflow
// data-model: both
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 31)
        return 0;
    int bit = 1 << n; //! violated
    return bit != 0;
}
