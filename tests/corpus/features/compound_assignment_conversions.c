// A compound assignment computes in the common type and converts back.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    unsigned char c = 250;
    c += 10;
    check(c == 4);
    c = 200;
    check((c += 100) == 44);           // the value is the stored one
    c = 1;
    c <<= 9;
    check(c == 0);
    c = 0x80;
    c >>= 7;
    check(c == 1);
    signed char s = 100;
    s += 100;
    check(s == -56);
    int i = 10;
    i -= 2.75;
    check(i == 7);
    i = -1;
    i /= 2u;                           // unsigned division
    check(i == 2147483647);
    i = 5;
    i *= 2 + 1;                        // the whole right side first
    check(i == 15);
    int a[6] = {0, 1, 2, 3, 4, 5}, *p = a;
    p += 4;
    check(*p == 4);
    p -= 3;
    check(*p == 1);
    i = 0xF0;
    i ^= 0xFF;
    check(i == 0x0F);
    float f = 1.5f;
    f += 1;
    check(f == 2.5f);
    return 0;
}
