// The star on values that are no pointers.
// expect: reject
struct s { int a; };
int f(int x, double d, struct s v) {
    x = *x;  //~ error: pointer
    x = *d;  //~ error: pointer
    return *v;  //~ error: pointer
}
