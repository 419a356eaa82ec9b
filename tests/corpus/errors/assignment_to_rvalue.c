// Assignments to expressions that denote no object.
// expect: reject
int f(void);
int g(int x, int y) {
    1 = x;  //~ error: lvalue
    x + y = 2;  //~ error: lvalue
    f() = 3;  //~ error: lvalue
    x++ = 4;  //~ error: lvalue
    (x ? x : y) = 5;  //~ error: lvalue
    (long)x += 1;  //~ error: lvalue
    return x;
}
