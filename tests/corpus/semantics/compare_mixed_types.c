// Comparisons between operands of different types happen in their common type.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    signed char sc = -1;
    unsigned char uc = 255;
    short s = -1;
    unsigned short us = 65535;
    int i = -1;
    unsigned u = 4294967295u;
    long long ll = -1;
    unsigned long long ull = 18446744073709551615u;
    check(sc != uc && s != us && sc == s && s == i);
    check((unsigned char)sc == uc && (unsigned short)s == us);
    check(i == u && sc == u && ull == sc && ull == i && ll == (long long)ull);
    check(ll != u && ll < u && u < ull);
    check(uc < us && us < u && !(us > i) == 0);
    check(-1 < 0 && !(-1 < 0u) && -1LL < 0u);
    check((sc < uc) + (i < 1u) == 1);
    float f = -1;
    check(f == i && f != u && (double)u > f);
    return 0;
}
