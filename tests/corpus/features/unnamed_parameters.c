// Prototypes may leave parameters unnamed or name them differently.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int f(int, char *, double (*)(double), int[], ...);
static int g(int (int), int);
static int f(int n, char *s, double (*d)(double), int *a, ...) {
    return n + s[0] + (int)d(1.5) + a[1];
}
static double half(double x) { return x / 2 + 10; }
static int h(int b, int a) { return b - a; }
static int h(int a, int b);              // the names mean nothing here
static int g(int fn(int), int x) { return fn(x); }
static int neg(int x) { return -x; }

int main(void) {
    int a[] = {100, 200};
    check(f(1, "A", half, a) == 1 + 65 + 10 + 200);
    check(h(5, 3) == 2);
    check(g(neg, 4) == -4);
    return 0;
}
