// Operands narrower than int are promoted to int before arithmetic.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    unsigned char a = 200, b = 100;
    check(a + b == 300);                  // no wrap at eight bits
    check((unsigned char)(a + b) == 44);
    check(b - a == -100);                 // int, not unsigned char
    check(a << 4 == 3200);
    unsigned char c = 0xF0;
    check(~c == -241);                    // complement of the int 240
    check((unsigned char)~c == 0x0F);
    check((c << 4 >> 4) == 0xF0);         // no bit is lost at the top
    unsigned short s = 65535;
    check(s + 1 == 65536);
    check(-s == -65535);
    signed char m = -128;
    check(-m == 128);
    check(sizeof(+a) == sizeof(int) && sizeof(-s) == sizeof(int));
    check(sizeof(a + b) == sizeof(int) && sizeof(a) == 1);
    check(sizeof(!m) == sizeof(int) && sizeof(a ? a : b) == sizeof(int));
    return 0;
}
