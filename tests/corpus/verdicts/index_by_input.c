// An index that is not checked against both ends.
// expect: false(valid-deref)
// property: valid-deref
// data-model: both
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[8] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 8)
        table[i] = 1; //! violated
    return 0;
}
