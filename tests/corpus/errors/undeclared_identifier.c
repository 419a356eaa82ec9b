// Names that were never declared, one in each function.
// expect: reject
int f(void) {
    return missing;  //~ error: undeclared
}
int g(int x) {
    x = x + absent;  //~ error: undeclared
    { int inner = 1; x += inner; }
    return inner;  //~ error: undeclared
}
int h(void) { return 0; }
