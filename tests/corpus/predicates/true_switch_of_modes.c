// A switch sets what a later one relies on.
// expect: true
// property: unreach-call
// Why: step is a function of mode, and mode changes only before the first switch.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int mode = __VERIFIER_nondet_int(), base = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        int step;
        if (__VERIFIER_nondet_int())
            mode = __VERIFIER_nondet_int();
        switch (mode) {
        case 0:
        case 1:
            step = base;
            break;
        case 2:
            step = base + 1;
            break;
        default:
            step = 0;
        }
        switch (mode) {
        case 1:
            if (step != base)
                reach_error();
            break;
        case 2:
            if (step == base)
                reach_error();
        }
        if (mode > 2 && step)
            reach_error();
    }
    return 0;
}
