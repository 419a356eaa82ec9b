// A copied va_list walks the arguments again on its own.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int second_pass(int n, ...) {
    __builtin_va_list a, b;
    __builtin_va_start(a, n);
    int first = __builtin_va_arg(a, int);
    __builtin_va_copy(b, a);
    int rest = 0;
    for (int i = 1; i < n; i++)
        rest += __builtin_va_arg(a, int);
    int again = __builtin_va_arg(b, int);
    __builtin_va_end(b);
    __builtin_va_end(a);
    return first * 10000 + rest * 100 + again;
}

static int take(int n, __builtin_va_list *ap) {
    int s = 0;
    while (n--)
        s += __builtin_va_arg(*ap, int);
    return s;
}
static int in_parts(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    int a = take(n, &ap), b = take(n, &ap);      // the second call goes on
    __builtin_va_end(ap);
    return a * 100 + b;
}

int main(void) {
    check(second_pass(4, 1, 2, 3, 4) == 10902);
    check(in_parts(2, 1, 2, 3, 4) == 307);
    return 0;
}
