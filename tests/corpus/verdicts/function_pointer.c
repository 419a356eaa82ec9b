// The error behind a table of functions.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void nothing(void) {
}

static void fail(void) {
    reach_error(); //! violated
}

int main(void) {
    void (*table[2])(void) = {nothing, fail};
    table[__VERIFIER_nondet_int() & 1]();
    return 0;
}
