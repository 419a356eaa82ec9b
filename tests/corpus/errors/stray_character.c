// Characters that begin no token.
// expect: reject
int f(int x) {
    int y = x @ 2;  //~ error: @
    return y;
}
int g(int x) {
    return x ` 1;  //~ error: `
}
