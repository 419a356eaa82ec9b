// Builtins that need constants, types or members.
// expect: reject
struct s { int a; };
int f(int x) {
    x = __builtin_choose_expr(x, 1, 2);  //~ error: constant
    x = __builtin_offsetof(struct s, b);  //~ error: no member
    x = __builtin_types_compatible_p(x, int);  //~ error: expected
    return x;
}
