// A quotient that leaves its type.
// expect: false(no-overflow)
// property: no-overflow
// Why: INT_MIN / -1.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    if (d == 0 || d > 5)
        return 0;
    int q = x / d; //! violated
    return q == 3;
}
