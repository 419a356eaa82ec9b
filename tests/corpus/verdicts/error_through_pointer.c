// A callee writes through a pointer; the caller looks.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void store(int *to, int value) {
    *to = value;
}

int main(void) {
    int cell = 0;
    store(&cell, __VERIFIER_nondet_int());
    if (cell == 1)
        reach_error(); //! violated
    return 0;
}
