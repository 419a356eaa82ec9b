// Types of integer constants in the two data models, seen through what they compute.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

#define kind(x) _Generic((x), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6, default: 0)

int main(void) {
    int wide = sizeof(long) == 8;
    check(kind(2147483647) == 1 && kind(0x7FFFFFFF) == 1 && kind(0x80000000) == 2 && kind(037777777777) == 2);
    check(kind(2147483648) == (wide ? 3 : 5) && kind(4294967295) == (wide ? 3 : 5) && kind(0x100000000) == (wide ? 3 : 5));
    check(kind(2147483648u) == 2 && kind(4294967296u) == (wide ? 4 : 6));
    check(kind(0xFFFFFFFFFFFFFFFF) == (wide ? 4 : 6) && kind(9223372036854775807) == (wide ? 3 : 5));
    check(kind(1l) == 3 && kind(1ul) == 4 && kind(1ll) == 5 && kind(1ull) == 6 && kind(2147483648l) == (wide ? 3 : 5));
    check(kind('a') == 1 && kind('a' + 1u) == 2 && kind(1 ? 1 : 1ll) == 5 && kind(1l + 1u) == (wide ? 3 : 4));
    check(-2147483648 < 0 && -0x80000000 > 0 && -2147483648u == 2147483648u);
    check((-2147483648 < -2147483647) == 1 && ~0x7FFFFFFF < 0 && ~0x80000000 > 0);
    check(sizeof(-2147483648) == 8 && sizeof(-0x80000000) == 4);
    check(-1 > 0xFFFFFFFE && (-1 > 0xFFFFFFFE0) == 0 && -1 < 1l);
    check(0xFFFFFFFF + 1 == 0 && 4294967295 + 1 == 4294967296);
    check((0x80000000 >> 31) == 1 && (2147483648 << 1) == 4294967296);
    check(1u - 2 > 0 && 1l - 2 < 0 && (1u - 2l < 0) == wide);
    check(0b1011 == 11 && 0777 == 511 && 0xAbC == 2748 && 00 == 0);
    check('\377' == -1 && '\x80' < 0 && 'ab' == 24930 && sizeof 'a' == sizeof(int));
    check(L'\x80' == 128 && u'\xffff' == 65535 && U'\xffffffff' > 0);
    check(kind(sizeof 1) == (wide ? 4 : 2) && sizeof(int) - 5 > 0);
    check(kind((char *)0 - (char *)0) == (wide ? 3 : 1));
    check(kind(~(unsigned char)0) == 1 && kind((short)1 << 1) == 1 && kind(1 << 1ll) == 1 && kind(!1ull) == 1);
    return 0;
}
