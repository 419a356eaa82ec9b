// Floats convert to integers by truncation, at the ends of what each type can hold.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    volatile double d = 2147483647.9;
    check((int)d == 2147483647);
    d = -2147483648.9;
    check((int)d == -2147483647 - 1);
    d = 4294967295.5;
    check((unsigned)d == 4294967295u);
    d = -0.9;
    check((unsigned)d == 0 && (int)d == 0 && (unsigned char)d == 0);
    d = 255.99;
    check((unsigned char)d == 255);
    d = -128.5;
    check((signed char)d == -128);
    d = 9223372036854774784.0;
    check((long long)d == 9223372036854774784LL);
    d = -9223372036854775808.0;
    check((long long)d == -9223372036854775807LL - 1);
    d = 18446744073709549568.0;
    check((unsigned long long)d == 18446744073709549568u);
    d = 0.1;
    check((_Bool)d == 1 && (_Bool)0.0 == 0 && (int)d == 0);
    volatile float f = 16777216.0f;
    check((int)f == 16777216 && (short)(f / 1024) == 16384);
    return 0;
}
