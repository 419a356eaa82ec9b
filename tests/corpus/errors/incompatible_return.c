// Return values that do not convert to the return type.
// expect: reject
struct a { int x; };
struct b { int x; };
struct a f(struct b t) {
    return t;  //~ error: incompatible
}
struct a g(void) {
    return 0;  //~ error: incompatible
}
int h(struct a s) {
    return s;  //~ error: incompatible
}
