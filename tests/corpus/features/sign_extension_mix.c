// Mixed widths extend by the sign of the source type.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    signed char sc = -2;
    unsigned char uc = 254;
    short s = -2;
    unsigned short us = 65534;
    int i = -2;
    unsigned u = 4294967294u;
    check((unsigned)sc == 4294967294u && (unsigned)uc == 254);
    check((unsigned short)sc == 65534 && (int)us == 65534);
    check((long long)i == -2 && (long long)u == 4294967294LL);
    check((unsigned long long)i == 18446744073709551614ull);
    check((unsigned long long)u == 4294967294ull);
    check((long long)s == -2 && (unsigned long long)us == 65534);
    long long ll = u;                  // zero extends
    check(ll > 0);
    ll = (int)u;                       // sign extends
    check(ll == -2);
    check((sc ^ uc) == -256 && (s & us) == 65534);
    check((uc << 8) == 0xFE00 && (short)(uc << 8) == -512);
    return 0;
}
