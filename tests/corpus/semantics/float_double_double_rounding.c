// Stores round to the declared type: sums in float lose what double keeps.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    volatile float f = 0;
    volatile double d = 0;
    for (int i = 0; i < 1000; i++) {
        f = f + 0.1f;
        d = d + 0.1;
    }
    check(f > 99.99f && f < 100.01f && f != 100.0f);
    check(d > 99.999999 && d < 100.000001 && d != 100.0);
    f = 16777216.0f;
    f = f + 1;
    check(f == 16777216.0f);
    f = f + 2;
    check(f == 16777218.0f);
    d = 9007199254740992.0;
    d = d + 1;
    check(d == 9007199254740992.0);
    volatile double x = 1e16, y = 1;
    volatile double r = (x + y) - x;
    check(sizeof(long double) == 12 || r == 0);
    r = x + y;
    r = r - x;
    check(r == 0);
    return 0;
}
