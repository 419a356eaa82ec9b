// A value that does not fit a float is rounded to nearest, ties to even.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    volatile int n = 16777217;               // 2^24 + 1
    volatile float f = n;
    check(f == 16777216.0f);
    n = 16777219;
    f = n;
    check(f == 16777220.0f);
    volatile double d = 0.1;
    volatile float g = d;
    check(g != d);                           // a float 0.1 is not the double 0.1
    check(g > d);
    volatile long long ll = 9007199254740993LL;
    d = ll;
    check(d == 9007199254740992.0);
    f = 0.5f;
    d = f;
    check(d == 0.5);                         // widening is exact
    volatile float third = 1.0f / 3.0f;
    volatile float nine = third * 3.0f;
    check(nine == 1.0f);
    return 0;
}
