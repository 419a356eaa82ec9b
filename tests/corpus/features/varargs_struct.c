// Structs of several sizes pass through variable arguments by value.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct small { char a, b; };
struct mixed { int i; double d; };
struct large { int v[10]; };

static int f(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    struct small s = __builtin_va_arg(ap, struct small);
    struct mixed m = __builtin_va_arg(ap, struct mixed);
    struct large l = __builtin_va_arg(ap, struct large);
    int *p = __builtin_va_arg(ap, int *);
    *p += s.a + s.b + m.i + (int)m.d + l.v[0] + l.v[9];
    int last = __builtin_va_arg(ap, struct small).b;   // member of the rvalue
    __builtin_va_end(ap);
    return n + last;
}

int main(void) {
    struct small s = {1, 2};
    struct mixed m = {10, 20.75};
    struct large l = {{100, [9] = 200}};
    int out = 1000;
    check(f(5, s, m, l, &out, s) == 7);
    check(out == 1333);
    return 0;
}
