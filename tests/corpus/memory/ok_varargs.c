// A variadic function takes exactly the arguments it was given, with their types.
// run: ok
// data-model: both
#include <stdarg.h>
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static long long total(int n, ...) {
    long long s = 0;
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += i % 2 ? va_arg(ap, long long) : va_arg(ap, int);
    int *out = va_arg(ap, int *);
    *out += n;
    va_end(ap);
    return s;
}

int main(void) {
    int calls = 0;
    check(total(3, 1, 10000000000LL, 2, &calls) == 10000000003LL);
    check(total(0, &calls) == 0);
    check(calls == 3);
    return 0;
}
