// One more than the greatest number, after a loop.
// expect: false(no-overflow)
// property: no-overflow
// Why: x may be INT_MAX.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x < 0)
        x = __VERIFIER_nondet_int();
    x++; //! violated
    return x == 4;
}
