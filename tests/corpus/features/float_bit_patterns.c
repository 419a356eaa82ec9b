// The bytes of float and double objects follow IEEE 754.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

union f { float f; unsigned u; };
union d { double d; unsigned long long u; };

int main(void) {
    union f a;
    a.f = 1.0f;
    check(a.u == 0x3F800000u);
    a.f = -2.5f;
    check(a.u == 0xC0200000u);
    a.u = 0x42280000u;
    check(a.f == 42.0f);
    union d b;
    b.d = 1.0;
    check(b.u == 0x3FF0000000000000ull);
    b.d = -0.0;
    check(b.u == 0x8000000000000000ull);
    check(b.d == 0.0);                      // the two zeros compare equal
    b.u += 1;
    check(b.d < 0.0);
    b.d = 0.1;
    check(b.u == 0x3FB999999999999Aull);
    return 0;
}
