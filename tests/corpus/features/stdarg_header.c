// The macros of stdarg.h and a va_list parameter work through the preprocessor.
// expect: true
// data-model: both
#include <stdarg.h>
#include <stddef.h>
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int vmax(size_t n, va_list ap) {
    int best = va_arg(ap, int);
    while (--n) {
        int x = va_arg(ap, int);
        if (x > best)
            best = x;
    }
    return best;
}

static int max(size_t n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int r = vmax(n, ap);
    va_end(ap);
    check(va_arg(copy, int) <= r);
    va_end(copy);
    return r;
}

int main(void) {
    check(max(1, -5) == -5);
    check(max(4, 3, 9, 2, 8) == 9);
    return 0;
}
