// A quantifier over an array of inputs, small enough for the search to see every path.
// expect: true
// property: assert
extern int __VERIFIER_nondet_int(void);

int a[4];

int main(void) {
    for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < 4; i++) {
        if (a[i] < a[0]) {
            int least = a[i];
            a[i] = a[0];
            a[0] = least;
        }
    }
    //@ assert \forall int i; 0 <= i && i < 4 ==> a[0] <= a[i];
    //@ assert \exists int i; 0 <= i && i < 4 && a[i] == a[0];
    return 0;
}
