// What a function ensures is checked at each return.
// expect: false(assert)
// property: assert
// test-case: no
extern int __VERIFIER_nondet_int(void);

/*@ ensures \result >= 0;
    ensures \result == x || \result == -\old(x); //! violated
*/
static int magnitude(int x) {
    if (x > 0) return x;
    if (x == -7) return 8;
    return x == (-2147483647 - 1) ? 0 : -x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == (-2147483647 - 1)) return 0;
    return magnitude(x) == 12345;
}
