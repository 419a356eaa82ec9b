// The next state is computed from factors, of which one changes on the way.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: with 43 rows and a rest of 132, 43 * 100 + 132 is 4432, though seen is 2.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int rows, columns, rest, seen = 0, state = 4400;
    unsigned two = 2, five = 5;
    for (;;) {
        if (state == 4400) {
            rows = 44;
            columns = 100;
            rest = two << five;
            state = 4416;
        } else if (state == 4416) {
            seen = 1;
            state = __VERIFIER_nondet_int() ? 4432 : rows * columns + rest;
        } else if (state == 4464) {
            if (__VERIFIER_nondet_int()) {
                rows--;
                rest += 68;
            }
            state = rows * columns + rest;
            seen = 2;
        } else {
            if (state == 4432 && seen != 1)
                reach_error(); //! violated
            return 0;
        }
    }
}
