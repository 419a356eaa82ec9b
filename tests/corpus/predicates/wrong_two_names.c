// A cell has a second name only after some round.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: take the branch once, and x is 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0, *p = &y;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            p = &x;
        *p = 1;
        if (x != 0)
            reach_error(); //! violated
    }
    return 0;
}
