// A negative number is large when it is compared with an unsigned one.
// expect: false(unreach-call)
// property: unreach-call
// Why: -1 < 5, but as unsigned it is 2^32 - 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    unsigned n = 5;
    if (i < 5)
        if (!(i < n))
            reach_error(); //! violated
    return 0;
}
