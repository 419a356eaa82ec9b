// The branches of a conditional have no common type.
// expect: reject
struct s { int a; };
int f(int n, struct s v) {
    n = n ? v : 2;  //~ error: conditional
    return n;
}
