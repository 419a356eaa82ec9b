// Variable arguments arrive after the default argument promotions.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int sum(int n, ...) {
    __builtin_va_list ap;
    int s = 0;
    __builtin_va_start(ap, n);
    while (n-- > 0)
        s += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return s;
}

static long long mixed(const char *kinds, ...) {
    __builtin_va_list ap;
    long long r = 0;
    __builtin_va_start(ap, kinds);
    for (; *kinds; kinds++) {
        r = r % 10000 * 100;
        switch (*kinds) {
        case 'i': r += __builtin_va_arg(ap, int); break;
        case 'l': r += __builtin_va_arg(ap, long long); break;
        case 'd': r += (int)(__builtin_va_arg(ap, double) * 2); break;
        case 's': r += __builtin_va_arg(ap, char *)[0]; break;
        }
    }
    __builtin_va_end(ap);
    return r;
}

int main(void) {
    char c = 3;
    short s = -1;
    float f = 2.5f;
    check(sum(0) == 0 && sum(4, 1, 2, c, s) == 5);
    check(mixed("idlsi", 1, f, 30LL, "A", c) == 306503);
    check(mixed("ddddddddddi", 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.5, 7) == 20307);
    return 0;
}
