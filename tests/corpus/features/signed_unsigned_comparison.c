// Comparing a negative int with an unsigned value compares large numbers.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int neg = -1;
    unsigned one = 1;
    unsigned char byte = 255;
    signed char sbyte = -1;
    unsigned short half = 65535;
    check(!(neg < one));
    check(neg > one);
    check(neg == 4294967295u);
    check(neg < byte);                 // byte promotes to int
    check(sbyte != byte);              // -1 against 255
    check(sbyte < half);
    check(!(neg < sizeof(int)));       // sizeof is unsigned
    check((long long)neg < one);       // long long can hold every unsigned int
    check((short)half == neg);
    check((unsigned long long)neg == 18446744073709551615ull);
    return 0;
}
