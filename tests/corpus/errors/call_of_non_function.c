// Calls of values that are not functions.
// expect: reject
int x;
struct s { int a; } v;
int f(int *p) {
    x(1);  //~ error: not a function
    p();  //~ error: not a function
    return v.a(2);  //~ error: not a function
}
