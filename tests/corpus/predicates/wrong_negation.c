// The absolute value of the least number.
// expect: false(no-overflow)
// property: no-overflow
// Why: -INT_MIN.
extern int __VERIFIER_nondet_int(void);

static int absolute(int x) {
    return x < 0 ? -x : x; //! violated
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x = __VERIFIER_nondet_int();
    return absolute(x) == 9;
}
