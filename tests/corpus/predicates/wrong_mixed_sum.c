// Ten bounded steps add up to too much.
// expect: false(no-overflow)
// property: no-overflow
// Why: the eighth step of 2^28 makes 2^31.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 10; i++) {
        int step = __VERIFIER_nondet_int();
        if (step < 0 || step > 1 << 28)
            return 0;
        total += step; //! violated
    }
    return total == 1;
}
