// What differs in LP64: sizes, promotion of long, pointer width and literals' types.
// run: ok
// data-model: lp64
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(__SIZE_TYPE__) == 8 && sizeof(__WCHAR_TYPE__) == 4);
    check(sizeof 2147483648 == 8 && sizeof 0x80000000 == 4 && sizeof 4294967296 == 8);
    check(-1 < 2147483648 && -1L < 4294967295u && (long)4294967295u == 4294967295);
    unsigned u = 1;
    long l = -1;
    check(l < u && l + u == 0 && sizeof(l + u) == 8);
    check((unsigned long)-1 == 18446744073709551615ul && l * 1099511627776 == -1099511627776);
    check((long)0x100000000 != 0 && (int)(l - 1) == -2);
    unsigned long w = 1ul << 63;
    check(w >> 63 == 1 && (long)w < 0 && w * 2 == 0);
    struct { int i; long l; char *p; } s[2];
    check(sizeof s == 48 && _Alignof(long long) == 8);
    int *p = 0, *q = p;
    check(sizeof(q - p) == 8 && sizeof(sizeof p) == 8 && sizeof(long double) == 16);
    check((unsigned long)u << 33 == 8589934592);
    return 0;
}
