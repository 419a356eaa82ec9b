// Decimal, octal, hexadecimal and binary literals denote the right values.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(017 == 15);
    check(0 == 00 && 000017 == 15);
    check(0777 == 511);
    check(0x1F == 31 && 0X1f == 31);
    check(0xDeadBeef == 3735928559u);
    check(0b101 == 5 && 0B11111111 == 255);
    check(0b1u == 1 && 0b0 == 0);
    check(0xEull == 14);           // e is a digit, not an exponent
    check(0xE - 1 == 13);
    check(10u - 017 == 4294967291u);
    check(01 + 08.5 == 9.5);       // a float may start with 0 and have 8
    check(0b11111111111111111111111111111111 == 4294967295u);
    return 0;
}
