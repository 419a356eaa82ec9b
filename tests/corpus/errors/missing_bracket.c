// A subscript without its closing bracket.
// expect: reject
int a[3];
int f(void) {
    return a[1;  //~ error: expected ']'
}
