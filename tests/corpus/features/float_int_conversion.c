// Conversion from floating to integer truncates toward zero.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    volatile double d = 3.99;
    check((int)d == 3);
    d = -3.99;
    check((int)d == -3);
    check((unsigned char)255.75 == 255);
    check((unsigned)-0.5 == 0);
    d = 4294967295.0;
    check((unsigned)d == 4294967295u);
    d = 9007199254740992.0;
    check((long long)d == 9007199254740992LL);
    d = 18446744073709549568.0;
    check((unsigned long long)d == 18446744073709549568ull);
    int i = 7;
    i /= 2.0;                          // computed as 3.5, stored as 3
    check(i == 3);
    i *= 1.5;
    check(i == 4);
    char c = 10.9;
    check(c == 10);
    volatile unsigned long long big = 9223372036854775808ull;
    check((double)big == 9223372036854775808.0);
    check(7 / 2 == 3 && 7 / 2.0 == 3.5 && (double)(7 / 2) == 3.0);
    return 0;
}
