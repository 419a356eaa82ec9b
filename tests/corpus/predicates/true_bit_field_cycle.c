// A bit-field wraps as the masked number beside it does.
// expect: true
// property: unreach-call
// Why: both are the number of rounds modulo 4.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct clock {
    unsigned phase : 2;
    unsigned rest : 6;
};

int main(void) {
    struct clock clock = {0, 63};
    unsigned mirror = 0;
    while (__VERIFIER_nondet_int()) {
        clock.phase++;
        mirror = (mirror + 1) & 3;
        if (clock.phase != mirror)
            reach_error();
    }
    if (clock.rest != 63)
        reach_error();
    return 0;
}
