// Conversions between floating and integer types of each width and sign.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int to_int(double d) { return (int)d; }
static unsigned to_unsigned(double d) { return (unsigned)d; }
static unsigned long long to_wide(double d) { return (unsigned long long)d; }
static float narrowed(double d) { return (float)d; }

int main(void) {
    check(to_int(2.9) == 2 && to_int(-2.9) == -2 && to_int(-0.9) == 0 && to_int(2147483647.9) == 2147483647);
    check(to_int(-2147483648.9) == -2147483647 - 1);
    check(to_unsigned(4294967295.9) == 4294967295u && to_unsigned(-0.5) == 0 && to_unsigned(2147483648.0) == 2147483648u);
    check(to_wide(18446744073709549568.0) == 18446744073709549568u && to_wide(9223372036854775808.0) == 9223372036854775808u);
    check((signed char)-128.7f == -128 && (unsigned char)255.9 == 255 && (short)-1.5L == -1);
    unsigned long long big = ~0ull;
    check((double)big == 18446744073709551616.0 && (float)big == 18446744073709551616.0f);
    check((double)(big >> 1) == 9223372036854775808.0 && (long double)big == 18446744073709551615.0L);
    check((double)9007199254740993LL == 9007199254740992.0 && (double)9007199254740995LL == 9007199254740996.0);
    check((float)16777217 == 16777216.0f && (float)16777219 == 16777220.0f && (float)-16777217 == -16777216.0f);
    check((float)4294967295u == 4294967296.0f && (double)4294967295u == 4294967295.0);
    volatile int n = 16777217;
    check((float)n != (double)n && (double)n == n);
    check(narrowed(0.1) != 0.1 && narrowed(0.5) == 0.5 && narrowed(1e300) > 1e38 && narrowed(1e-300) == 0);
    check(narrowed(1.00000005960464477539) == 1.0f && narrowed(1.00000005960464477540) == 1.0f);
    check(narrowed(1.0000000596046449) > 1.0f);
    int i = 7;
    i *= 1.5;
    check(i == 10);
    i /= 0.3f;
    check(i == 33);
    i += 0.999999;
    check(i == 33);
    i -= 0.5;
    check(i == 32);
    unsigned char c = 250;
    c += 5.9;
    check(c == 255);
    c /= 2.0f;
    check(c == 127);
    float f = 16777216.0f;
    f += 1;
    check(f == 16777216.0f);
    f++;
    check(f == 16777216.0f);
    f += 1.0;
    check(f == 16777216.0f);
    long long l = 1LL << 53;
    l += 1.0;
    check(l == 9007199254740992LL);
    check(3 / 2 == 1 && 3 / 2.0 == 1.5 && 3 / 2 * 2.0 == 2 && 7 / 2 / 2.0f == 1.5f);
    check(1u - 2.0 == -1 && -1 < 0.5 && 4294967295u > -1.0 && (1 ? 1 : 2.0) / 2 == 0.5);
    check(sizeof(1.0f * 2) == 4 && sizeof(1.0f * 2.0) == 8 && sizeof(1.0f + 1ull) == 4);
    return 0;
}
