// A shift has the type of its promoted left operand alone.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    unsigned char c = 0x81;
    check(c << 1 == 0x102);
    check(c >> 1 == 0x40);
    check(1u << 31 == 2147483648u);
    check((1u << 31 << 1) == 0);               // bits leave an unsigned at the top
    check(1LL << 40 == 1099511627776LL);
    check(-8 >> 1 == -4);                      // arithmetic for signed
    check(-1 >> 31 == -1);
    check((unsigned)-8 >> 1 == 0x7FFFFFFCu);   // logical for unsigned
    check(sizeof(1 << 1LL) == sizeof(int));    // the right operand has no say
    check(sizeof((char)1 << 1) == sizeof(int));
    check(sizeof(1LL << 1) == 8);
    check((1 << 2 << 3) == 32 && (256 >> 2 >> 1) == 32);
    check((1 << 2 + 3) == 32);                 // + binds tighter
    long long big = -1;
    check(big >> 63 == -1 && (unsigned long long)big >> 63 == 1);
    return 0;
}
