// The variable of a round may lie where that of the last round lay.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: the old one is dead, so its address may be given again; compilers do.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned long old = 0;
    while (__VERIFIER_nondet_int()) {
        int value = 0;
        if (old == (unsigned long)&value)
            reach_error(); //! violated
        old = (unsigned long)&value;
    }
    return 0;
}
