// Bytes of floats seen through integers, and the other way round.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

union f { float f; unsigned u; unsigned short h[2]; unsigned char b[4]; };
union d { double d; unsigned long long u; unsigned w[2]; float f[2]; };

int main(void) {
    union f x = {1.0f};
    check(x.u == 0x3F800000u && x.h[1] == 0x3F80 && x.b[3] == 0x3F && x.b[0] == 0);
    x.u ^= 0x80000000u;
    check(x.f == -1.0f);
    x.h[1] = 0x4049;
    x.h[0] = 0x0FDB;
    check(x.f > 3.14159f && x.f < 3.14160f);
    x.u = 0x7F800001u;
    check(x.f != x.f);
    x.u = 0x80000000u;
    check(x.f == 0 && 1 / x.f < 0);
    union d y = {.d = -2.5};
    check(y.u == 0xC004000000000000u && y.w[1] == 0xC0040000u && y.w[0] == 0);
    y.w[1] &= 0x7FFFFFFFu;
    check(y.d == 2.5);
    y.f[0] = 1;
    y.f[1] = 2;
    check(y.u == 0x400000003F800000u);
    y.u = 0x7FF0000000000000u;
    check(y.d > 1e308 && y.d == y.d + 1);
    y.u = 1;
    check(y.d > 0 && y.d / 2 == 0);
    float half = 0.5f;
    unsigned bits = *(unsigned *)(char *)&half;
    check(bits == 0x3F000000u);
    double third = 1.0 / 3;
    unsigned char bytes[8], sum = 0;
    for (int i = 0; i < 8; i++)
        sum += bytes[i] = ((unsigned char *)&third)[i];
    check(bytes[7] == 0x3F && bytes[6] == 0xD5 && bytes[0] == 0x55 && sum == (unsigned char)(0x3F + 0xD5 + 6 * 0x55));
    union { long long l; double d; } z = {0x4008000000000000LL};
    check(z.d == 3.0 && (z.d = 1, z.l) == 0x3FF0000000000000LL);
    return 0;
}
