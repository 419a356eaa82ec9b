// Sums of multiples of four are never two more than one, whatever wraps around.
// expect: true
// property: unreach-call
// data-model: both
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned apples = 0, pears = 12;
    while (__VERIFIER_nondet_uint()) {
        apples += 4 * __VERIFIER_nondet_uint();
        pears -= 8 * __VERIFIER_nondet_uint();
        if (apples + 3 * pears == 6)
            reach_error();
    }
    return 0;
}
