// Keeping the past does not end the run where it could not be read.
// expect: false(assert)
// property: assert
// test-case: no
extern int __VERIFIER_nondet_int(void);

//@ ensures p == 0 || *p == \old(*p) + 1;
static void increment(int *p) {
    if (p) ++*p;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    increment(0);
    //@ assert x != 77; //! violated
    return 0;
}
