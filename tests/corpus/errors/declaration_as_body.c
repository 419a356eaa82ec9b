// A declaration is not a statement.
// expect: reject
int f(int x) {
    if (x)
        int y = 1;  //~ error: expected expression
    while (x)
        typedef int t;  //~ error: expected expression
    return x;
}
