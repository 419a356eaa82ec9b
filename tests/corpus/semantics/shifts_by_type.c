// The type of a shift is that of its promoted left operand.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    unsigned u = 0x80000000u;
    int n = -2147483647 - 1;
    check(u >> 31 == 1 && n >> 31 == -1 && (unsigned)n >> 31 == 1);
    check(u << 1 == 0 && ((unsigned long long)u << 1) == 0x100000000ull);
    check((1u << 31) == u && (1ull << 63) == 0x8000000000000000ull);
    check((-1LL >> 63) == -1 && (-1LL >> 1) == -1 && (~0ull >> 63) == 1);
    check((-5 >> 1) == -3 && (-5 / 2) == -2);
    check(sizeof(1 << 40LL - 20) == sizeof(int));
    unsigned char c = 0x81;
    check((c << 1) == 0x102 && (unsigned char)(c << 1) == 2);
    c <<= 1;
    check(c == 2);
    c = 0x81;
    c >>= 1;
    check(c == 0x40);
    signed char s = -127;
    s >>= 1;
    check(s == -64);
    s *= 2;
    check(s == -128);
    short h = 0x4000;
    h <<= 1;
    check(h == -32768);
    unsigned long long w = 1;
    for (int i = 0; i < 63; i++)
        w <<= 1LL;
    check(w == 0x8000000000000000ull && w >> 62u == 2);
    for (unsigned i = 0, x = 1; i < 32; i++, x = x << 1 | x >> 31)
        check((x << i >> i | x >> (31 - i) >> 1 << (31 - i) << 1) != 0);
    check((sizeof(long) == 8 ? 1UL << 31 << 1 : 0x1000000UL) != 0);
    check((~0UL >> (8 * sizeof(long) - 1)) == 1);
    check((u >> 4 | u << 28) == 0x08000000u);
    return 0;
}
