// The index of a place that is not used is computed all the same.
// expect: false(no-overflow)
// property: no-overflow
// test-case: no
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[4] = {0}, i = __VERIFIER_nondet_int();
    &table[i + 1]; //! violated
    return table[0];
}
