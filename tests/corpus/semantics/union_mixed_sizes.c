// Members of different sizes in a union: small writes keep the other bytes.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

union u { unsigned char c; unsigned short s; unsigned i; unsigned long long w; unsigned char b[12]; };

int main(void) {
    union u x;
    for (int i = 0; i < 12; i++)
        x.b[i] = (unsigned char)(i + 1);
    check(sizeof x == (sizeof(long) == 8 ? 16 : 12));
    check(x.c == 1 && x.s == 0x0201 && x.i == 0x04030201u && x.w == 0x0807060504030201u);
    x.c = 0xAA;
    check(x.i == 0x040302AAu);
    x.s = 0xBBBB;
    check(x.w == 0x080706050403BBBBu && x.b[8] == 9);
    x.i = 0;
    check(x.w == 0x0807060500000000u);
    x.w = ~0ull;
    check(x.b[7] == 255 && x.b[8] == 9 && x.s == 65535);
    union u y = x;
    y.b[11] = 0;
    check(x.b[11] == 12 && y.b[10] == 11);
    struct { int tag; union { short s[2]; int n; }; } anon = {1, {{2, 3}}};
    check(anon.n == 0x30002);
    return 0;
}
