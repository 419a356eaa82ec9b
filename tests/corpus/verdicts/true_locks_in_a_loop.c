// Flags that agree with each other in an endless loop: finitely many states.
// expect: true
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        int first_locked = 0, second_locked = 0;
        if (first)
            first_locked = 1;
        if (second)
            second_locked = 1;
        if (first && !first_locked)
            reach_error();
        if (second && !second_locked)
            reach_error();
    }
    return 0;
}
