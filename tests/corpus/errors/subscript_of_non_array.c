// Subscripts on what is no array, or with what is no integer.
// expect: reject
int a[3];
struct s { int m; } v;
int f(int x, double d) {
    x = x[0];  //~ error: subscript
    x = v[1];  //~ error: subscript
    return a[d];  //~ error: subscript
}
