// Addresses of expressions that denote no object.
// expect: reject
int f(void);
int g(int x) {
    int *p = &5;  //~ error: lvalue
    p = &(x + 1);  //~ error: lvalue
    p = &f();  //~ error: lvalue
    return *p;
}
