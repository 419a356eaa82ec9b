// Old-style definitions take their arguments after the default promotions.
// expect: true
// data-model: both
// std: gnu89
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int sub(a, b)
    int a, b;
{
    return a - b;
}
static float scale(f, c, s)
    float f;
    char c;
    short s;
{
    return f * c + s;                  /* arrived as double, int, int */
}
static int order(first, second) char *second; int first; { return first + second[0]; }
static int call(fn, v) int (*fn)(); int v[]; { return fn(v[0], v[1]); }
static int none() { return 5; }
static int narrow(c) unsigned char c; { return c; }
static int implicit(x, y) { return x * y; }

int main() {
    float f = 1.5f;
    int v[2];
    v[0] = 9;
    v[1] = 4;
    check(sub(7, 3) == 4);
    check(scale(f, 4, 1) == 7.0f && scale(2.5, 'a' - 'a', -3) == -3.0f);
    check(order(1, "A") == 66);
    check(call(sub, v) == 5);
    check(none() == 5);
    check(narrow(300) == 44);          /* converted on entry */
    check(implicit(6, 7) == 42);
    return 0;
}
