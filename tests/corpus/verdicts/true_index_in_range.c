// An index that is known only by its bounds.
// expect: true
// property: valid-deref
// data-model: both
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int table[10] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 10)
        return 0;
    table[i] = 1;
    table[9 - i] += 2;
    return table[i];
}
