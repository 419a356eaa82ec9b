// A value that is not used is computed all the same.
// expect: false(no-overflow)
// property: no-overflow
// test-case: no
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    i + 1; //! violated
    return 0;
}
