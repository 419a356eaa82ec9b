// ?: evaluates one side; an omitted middle is evaluated once; nesting costs nothing.
// expect: true
// data-model: both
int g(void);
long f(int a, unsigned b, char *p) {
    long x = a ? b : -1;
    char *q = p ?: "none";
    g() ? (void)g() : (void)0;
    return a > 0 ? 1 : a < 0 ? *q : x;
}
