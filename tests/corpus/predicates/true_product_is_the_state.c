// The next state is computed from what was set long before, by a product and a shift.
// expect: true
// property: unreach-call
// data-model: both
// Why: 44 * 100 + (2 << 5) is 4464, so that state 4432 comes only from state 4416.
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
            state = rows * columns + rest;
            seen = 2;
        } else {
            if (state == 4432 && seen != 1)
                reach_error();
            return 0;
        }
    }
}
