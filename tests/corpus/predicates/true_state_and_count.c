// A machine whose states say something about a number of any size.
// expect: true
// property: unreach-call
// Why: `left` is positive in RUN and zero in DONE by the tests that lead there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { IDLE, RUN, DONE };

int main(void) {
    int state = IDLE, left = 0;
    for (;;) {
        switch (state) {
        case IDLE:
            left = __VERIFIER_nondet_int();
            if (left > 0)
                state = RUN;
            break;
        case RUN:
            if (left <= 0)
                reach_error();
            left--;
            if (left == 0)
                state = DONE;
            break;
        case DONE:
            if (left != 0)
                reach_error();
            state = IDLE;
            break;
        default:
            reach_error();
        }
    }
}
