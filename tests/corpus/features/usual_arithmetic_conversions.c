// The common type of two operands follows rank and signedness.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int i = -1;
    unsigned u = 1;
    long long ll = -1;
    unsigned long long ull = 1;
    check(i + u == 0);                        // unsigned, wraps to 0
    check(i - u == 4294967294u);              // unsigned
    check((i - u) / 2 == 2147483647u);        // unsigned division
    check((ll - u) / 2 == -1);                // unsigned int fits in long long
    check(i * ull == 18446744073709551615ull);
    check((0 ? u : i) == 4294967295u);        // the conditional converts too
    check((1 ? i : u) > 0);
    check((1 ? i : ll) < 0);
    check(sizeof(i + ll) == 8 && sizeof(i + u) == 4);
    check(sizeof(i + 1.0f) == sizeof(float));
    check(sizeof(ull + 1.0) == sizeof(double));
    check(sizeof(1.0f * 1.0L) == sizeof(long double));
    check(-7 / 2u == 2147483644u);
    return 0;
}
