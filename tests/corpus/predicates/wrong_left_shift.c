// A shift that leaves the type for the greatest allowed value.
// expect: false(no-overflow)
// property: no-overflow
// Why: 2^28 << 3 is 2^31.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1 << 28)
        return 0;
    int y = x << 3; //! violated
    return y == 8;
}
