// Conditions and calls without their closing parenthesis.
// expect: reject
int g(int, int);
int f(int x) {
    while (x == 1 { x++; }  //~ error: expected ')'
    return 0;
}
int h(int x) {
    return g(1, x;  //~ error: expected ',' or ')'
}
