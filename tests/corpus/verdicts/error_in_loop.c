// The error needs three inputs in a row that are not zero.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int count = 0;
    while (__VERIFIER_nondet_int() != 0) {
        count++;
        if (count == 3)
            reach_error(); //! violated
    }
    return 0;
}
