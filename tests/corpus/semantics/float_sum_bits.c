// 0.1 + 0.2, down to the bits, in float and in double.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static unsigned long long bits(double d) {
    unsigned long long u;
    memcpy(&u, &d, sizeof u);
    return u;
}
static unsigned bits_of(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}

int main(void) {
    volatile double a = 0.1, b = 0.2, s, t;
    s = a + b;
    check(bits(a) == 0x3FB999999999999Au && bits(b) == 0x3FC999999999999Au);
    check(bits(s) == 0x3FD3333333333334u && s != 0.3);
    t = 0.3;
    check(bits(t) == 0x3FD3333333333333u);
    volatile float f = 0.1f, g = 0.2f, h;
    h = f + g;
    check(bits_of(f) == 0x3DCCCCCDu && bits_of(g) == 0x3E4CCCCDu && bits_of(h) == 0x3E99999Au);
    check(bits(-2.5) == 0xC004000000000000u && bits_of(-0.0f) == 0x80000000u);
    t = f;
    check(bits(t) == 0x3FB99999A0000000u);
    h = 1e30;
    check(bits_of(h) == 0x7149F2CAu);
    return 0;
}
