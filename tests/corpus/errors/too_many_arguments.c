// More arguments than the prototype has parameters.
// expect: reject
int f(int a);
int none(void);
int g(void) {
    int r = f(1, 2);  //~ error: too many arguments
    return r + none(3);  //~ error: too many arguments
}
