// A va_list is handed on to other functions and walked in parts.
// run: ok
// data-model: both
#include <stdarg.h>
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int next(va_list *ap) { return va_arg(*ap, int); }
static int sum(int n, va_list ap) {
    int s = 0;
    while (n--)
        s += va_arg(ap, int);
    return s;
}
static int both(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int first = next(&ap), second = next(&ap);
    int rest = sum(n - 2, ap);
    int all = sum(n, again);
    va_end(again);
    va_end(ap);
    check(all == first + second + rest);
    va_start(ap, n);
    check(next(&ap) == first);
    va_end(ap);
    return first * 100 + second * 10 + rest;
}
static int deep(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, int);
    int r = n == 0 ? v : v + deep(n - 1, v * 2, 7);
    va_end(ap);
    return r;
}

int main(void) {
    check(both(5, 1, 2, 3, 4, 5) == 132 && both(2, 9, 8) == 980);
    check(deep(4, 1) == 31);
    return 0;
}
