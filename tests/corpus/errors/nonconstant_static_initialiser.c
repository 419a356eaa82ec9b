// Static objects initialised with run-time values.
// expect: reject
int f(void);
int x = 3;
int y = x;  //~ error: not constant
int z = f();  //~ error: not constant
int g(int p) {
    static int s = p;  //~ error: not constant
    static int *q = &p;  //~ error: not constant
    return s + *q;
}
