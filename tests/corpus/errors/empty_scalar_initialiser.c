// Empty braces for a scalar, and a scalar from nothing.
// expect: reject
int a = {};  //~ error: empty
int f(void) {
    int b = ;  //~ error: expected expression
    return a;
}
