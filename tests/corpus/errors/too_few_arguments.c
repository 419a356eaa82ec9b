// Fewer arguments than the prototype has parameters.
// expect: reject
int f(int a, int b);
int v(const char *s, ...);
int g(void) {
    int (*p)(int, int) = f;
    int r = f(1);  //~ error: too few arguments
    r += v();  //~ error: too few arguments
    return r + p();  //~ error: too few arguments
}
