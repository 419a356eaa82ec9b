// One branch of two leads to the error.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x > 3)
        y = 1;
    if (y)
        reach_error(); //! violated
    return 0;
}
