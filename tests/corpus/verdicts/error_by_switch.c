// A switch with fall-through.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < 3; i++) {
        switch (__VERIFIER_nondet_int()) {
        case 1:
            state += 1;
            break;
        case 2:
            state += 2;
        case 0:
            state = 0;
            break;
        default:
            return 0;
        }
    }
    if (state == 3)
        reach_error(); //! violated
    return 0;
}
