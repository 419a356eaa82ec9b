// Nobody knows where a pointer leads that was never set, even if it is not null.
// expect: false(valid-deref)
// property: valid-deref
// data-model: both
// witness: no
extern void __VERIFIER_assume(int);

int main(void) {
    int *p;
    __VERIFIER_assume(p != 0);
    *p = 3; //! violated
    return 0;
}
