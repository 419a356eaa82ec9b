// An else belongs to the nearest if.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int f(int a, int b) {
    int r = 0;
    if (a)
        if (b)
            r = 1;
        else
            r = 2;
    return r;
}
static int g(int a, int b) {
    if (a) {
        if (b) return 1;
    } else
        return 3;
    return 4;
}

int main(void) {
    check(f(0, 0) == 0 && f(1, 0) == 2 && f(1, 1) == 1 && f(0, 1) == 0);
    check(g(1, 1) == 1 && g(1, 0) == 4 && g(0, 1) == 3);
    int x = 5;
    if (x == 4) ; else x = 6;
    check(x == 6);
    if (x) { } else x = 9;
    check(x == 6);
    if (0.25) x = 1;
    check(x == 1);
    int *p = &x;
    if (!p) x = 0; else if (*p == 1) x = 2; else x = 3;
    check(x == 2);
    if (x = 0) check(0);
    check(x == 0);
    return 0;
}
