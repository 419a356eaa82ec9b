// Least first is not sorted: two variables, one bounded by the other.
// expect: false(assert)
// property: assert
// test-case: no
extern int __VERIFIER_nondet_int(void);

int a[3];

int main(void) {
    for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < 3; i++) {
        if (a[i] < a[0]) {
            int least = a[i];
            a[i] = a[0];
            a[0] = least;
        }
    }
    //@ assert \forall int i, j; 0 <= i && i < j && j < 3 ==> a[i] <= a[j]; //! violated
    return 0;
}
