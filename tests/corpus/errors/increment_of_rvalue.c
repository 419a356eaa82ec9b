// Increments of expressions that denote no object.
// expect: reject
struct s { int a; };
int f(int x, struct s v) {
    5++;  //~ error: lvalue
    --(x + 1);  //~ error: lvalue
    x++++;  //~ error: lvalue
    v++;  //~ error: increment
    return x;
}
