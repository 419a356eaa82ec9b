// Integers that a float or double cannot hold are rounded to even; signs and 64 bits.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    volatile unsigned u = 4294967295u;
    volatile float f = u;
    check(f == 4294967296.0f);
    volatile double d = u;
    check(d == 4294967295.0);
    volatile unsigned long long w = 18446744073709551615u;
    d = w;
    check(d == 18446744073709551616.0);
    w = 0x8000000000000400u;
    d = w;
    check(d == 9223372036854775808.0);
    w = 0x8000000000000C00u;
    d = w;
    check(d == 9223372036854779904.0);
    volatile long long n = -9223372036854775807LL;
    d = n;
    check(d == -9223372036854775808.0);
    volatile int i = -16777217;
    f = i;
    check(f == -16777216.0f);
    i = 33554435;
    f = i;
    check(f == 33554436.0f);
    n = 36028797018963971LL;
    f = n;
    check(f == 36028797018963968.0f);
    return 0;
}
