// Assignments between types that do not convert.
// expect: reject
struct a { int x; };
struct b { int x; };
int f(struct a s, struct b t, int n, int *p, float q) {
    s = t;  //~ error: incompatible
    n = s;  //~ error: incompatible
    s = n;  //~ error: incompatible
    p = q;  //~ error: incompatible
    q = p;  //~ error: incompatible
    int m = s;  //~ error: incompatible
    return n + m;
}
