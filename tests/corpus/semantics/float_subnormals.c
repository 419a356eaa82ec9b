// Subnormal numbers: the smallest ones, gradual underflow, halving to zero.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static unsigned bits(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}

int main(void) {
    volatile float f = 1.0f;
    int n = 0;
    while (f > 0) {
        f = f / 2;
        n++;
    }
    check(n == 150);
    volatile float least = 1.17549435e-38f;
    check(bits(least) == 0x00800000u);
    f = least / 2;
    check(bits(f) == 0x00400000u && f * 2 == least);
    f = least;
    f = f / 3;
    check(bits(f) == 0x002AAAABu);
    volatile double d = 2.2250738585072014e-308, e;
    e = d / 4503599627370496.0;
    check(e > 0);
    e = e / 2;
    check(e == 0);
    f = 3.4e38f;
    f = f * 10;
    check(bits(f) == 0x7F800000u);
    return 0;
}
