// What differs in ILP32: sizes, promotion of long, pointer width and literals' types.
// run: ok
// data-model: ilp32
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(__SIZE_TYPE__) == 4 && sizeof(__WCHAR_TYPE__) == 4);
    check(sizeof 2147483648 == 8 && sizeof 0x80000000 == 4 && sizeof 4294967296 == 8);
    check(-1 < 2147483648 && !(-1L < 1u) && (long)4294967295u == -1);
    unsigned u = 1;
    long l = -1;
    check(!(l < u) && l + u == 0 && sizeof(l + u) == 4 && (l + u - 2 > 0));
    check((unsigned long)-1 == 4294967295ul && (long long)(unsigned long)l == 4294967295LL);
    check((long)0x100000000 == 0 && (int)(l - 1) == -2);
    unsigned long w = 1ul << 31;
    check(w >> 31 == 1 && (long)w < 0 && w * 2 == 0);
    struct { int i; long l; char *p; } s[2];
    check(sizeof s == 24 && sizeof(struct { char c; long long x; }) == 12);
    int *p = 0, *q = p;
    check(sizeof(q - p) == 4 && sizeof(sizeof p) == 4 && sizeof(long double) == 12);
    check((unsigned long long)u << 33 == 8589934592);
    return 0;
}
