// Storing in a narrower integer keeps the low bits.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static signed char narrow(int x) { return x; }
static unsigned short half(long long x) { return x; }

int main(void) {
    signed char c = 0x1FF;
    check(c == -1);
    c = 128;
    check(c == -128);
    unsigned char u = -1;
    check(u == 255);
    u = 0x1234;
    check(u == 0x34);
    short s = 40000;
    check(s == -25536);
    int i = (int)0x1FFFFFFFFLL;
    check(i == -1);
    check(narrow(200) == -56 && half(0x12345678) == 0x5678 && half(-1) == 65535);
    check((unsigned)(signed char)0x80 == 0xFFFFFF80u);   // sign extension
    check((unsigned)(unsigned char)0x80 == 0x80u);       // zero extension
    int chain;
    unsigned char mid;
    chain = mid = 300;                                   // value after conversion
    check(chain == 44);
    return 0;
}
