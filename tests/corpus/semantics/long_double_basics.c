// long double has 64 bits of mantissa on x86, whatever room it takes.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(sizeof(long double) == (sizeof(long) == 8 ? 16 : 12));
    volatile long double x = 9007199254740992.0L;
    x = x + 1;
    check(x == 9007199254740993.0L && (long long)x == 9007199254740993LL);
    volatile double d = x;
    check(d == 9007199254740992.0);
    volatile long double third = 1.0L / 3;
    d = 1.0 / 3;
    check(third != d && third - d < 1e-16L);
    x = 18446744073709551615.0L;
    check((unsigned long long)x == 18446744073709551615u);
    x = x + 1;
    check(x == 18446744073709551616.0L);
    x = -0.5L;
    check((int)x == 0 && x < 0 && -x == 0.5L && x * x == 0.25L);
    x = 1;
    for (int i = 1; i <= 20; i++)
        x *= i;
    check(x == 2432902008176640000.0L);
    return 0;
}
