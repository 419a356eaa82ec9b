// Multiples of two may well be six, even where the other summand is a multiple of four.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned apples = 0, pears = 12;
    while (__VERIFIER_nondet_uint()) {
        apples += 2 * __VERIFIER_nondet_uint();
        pears -= 8 * __VERIFIER_nondet_uint();
        if (apples + 3 * pears == 6)
            reach_error(); //! violated
    }
    return 0;
}
