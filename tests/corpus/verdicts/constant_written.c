// The address of a constant, cast and followed, is the constant itself.
// expect: false(valid-deref)
// property: valid-deref
// data-model: both
// test-case: no
static const int constant = 1;

int main(void) {
    *(int *)&constant = 2; //! violated
    return 0;
}
