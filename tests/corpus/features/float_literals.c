// Floating literals come in decimal and hexadecimal form with suffixes.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(1e3 == 1000.0 && 1E+3 == 1000 && 25e-2 == 0.25);
    check(.5 == 0.5 && 5. == 5 && 5.e1 == 50);
    check(0x1p4 == 16.0 && 0x1.8p1 == 3.0);
    check(0x.8p0 == 0.5 && 0xA.p-1 == 5.0 && 0X1P-2F == 0.25);
    check(0x1.fp0f == 1.9375f);
    check(sizeof(1.0) == 8 && sizeof(1.0f) == 4 && sizeof(1.F) == 4);
    check(sizeof(1.0L) == sizeof(long double) && sizeof(1e0l) > 8);
    check(_Generic(1.0, double: 1, default: 0));
    check(_Generic(1e2f, float: 1, default: 0));
    check(09.5 == 9.5 && 010.0 == 10.0);      // no octal floats
    check(1.5e+0 - 1 == 0.5);
    check(0x1.0p-1074 > 0.0);                 // the smallest double
    return 0;
}
