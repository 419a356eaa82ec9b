// Arguments and results are converted to the declared types, like assignments.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static signed char narrow(int x) { return x; }
static unsigned char byte(int x) { return x; }
static unsigned widen(signed char c) { return c; }
static long long far(unsigned u) { return u; }
static float single(double d) { return d; }
static _Bool truth(int x) { return x; }
static int whole(double d) { return d; }
static int sum(signed char a, unsigned short b) { return a + b; }

int main(void) {
    check(narrow(200) == -56 && byte(-1) == 255 && byte(256) == 0);
    check(widen(255) == 4294967295u && far(-1) == 4294967295LL);
    check(single(0.1) != 0.1 && single(0.1) == 0.1f);
    check(truth(256) == 1 && truth(0) == 0);
    check(whole(-2.9) == -2 && whole(2.9) == 2);
    check(sum(384, -1) == 65407);
    int (*p)(signed char, unsigned short) = sum;
    check(p(0x17F, 0x10001) == 128);
    return 0;
}
