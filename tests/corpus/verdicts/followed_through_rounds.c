// The path to a violation that was found in an abstraction is followed exactly,
// through several rounds of a loop.
// expect: false(unreach-call)
// property: unreach-call
// options: --strategy values
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int stage = 1, ready = 0;
    while (1) {
        if (stage == 1) {
            if (__VERIFIER_nondet_int())
                stage = 2;
        } else if (stage == 2) {
            ready = 1;
            stage = 3;
        } else if (ready) {
            __VERIFIER_error(); //! violated
        }
    }
}
