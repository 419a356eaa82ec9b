// A closing brace too many at file scope.
// expect: reject
int f(void) {
    return 1;
}
}  //~ error: expected
int g(void) { return 2; }
