// Unsigned arithmetic wraps modulo two to the width.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    unsigned u = 0;
    u--;
    check(u == 4294967295u);
    u += 2;
    check(u == 1);
    check(-u == 4294967295u);
    check(0u - 1u > 0);
    u = 65536u;
    check(u * u == 0);
    unsigned char c = 255;
    c++;
    check(c == 0);
    c -= 1;
    check(c == 255);
    unsigned short s = 65535;
    s += 10;
    check(s == 9);
    unsigned long long q = 0;
    check(q - 1 == 18446744073709551615ull);
    check(~0u == -1u);
    return 0;
}
