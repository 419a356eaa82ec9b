// Structs where a scalar is needed.
// expect: reject
struct s { int a; };
int f(struct s x) {
    if (x) return 1;  //~ error: scalar
    while (x) ;  //~ error: scalar
    return x ? 2 : 3;  //~ error: scalar
}
