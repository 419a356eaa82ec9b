// Arguments that do not convert to the parameter.
// expect: reject
struct a { int x; };
struct b { int x; };
int f(struct a s);
int g(int n, float *p);
int h(struct b t) {
    f(t);  //~ error: incompatible
    f(1);  //~ error: incompatible
    return g(t, 0);  //~ error: incompatible
}
