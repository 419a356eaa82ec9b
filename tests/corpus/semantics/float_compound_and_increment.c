// ++ and compound assignment on floats, mixed with integers.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    float f = 1.5f;
    check(f++ == 1.5f && f == 2.5f && --f == 1.5f);
    int n = 7;
    n *= 1.5;
    check(n == 10);
    n += 0.9;
    check(n == 10);
    n -= 0.5;
    check(n == 9);
    n /= 0.25f;
    check(n == 36);
    unsigned char c = 200;
    c *= 1.25;
    check(c == 250);
    double d = 7;
    d /= 2;
    d += 1 / 2;
    d += 1 / 2.0;
    check(d == 4.0);
    char small = 3;
    small /= 2.0;
    check(small == 1);
    d = 1e3;
    d -= n;
    check(d == 964);
    return 0;
}
