// Compound assignment reads its place once and converts twice.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int cells[4] = {1, 2, 3, 4};
static int *next(void) { return &cells[calls++ & 3]; }
struct s { short h; unsigned b : 5; signed char c; };

int main(void) {
    *next() += 10;
    *next() *= 3;
    *next() <<= 2;
    (*next())++;
    check(calls == 4 && cells[0] == 11 && cells[1] == 6 && cells[2] == 12 && cells[3] == 5);
    int i = 0;
    cells[i++] -= 1;
    check(i == 1 && cells[0] == 10);
    cells[++i] |= 3;
    check(i == 2 && cells[2] == 15);
    unsigned u = 5;
    u /= -1;
    check(u == 0);
    u = 10;
    u += -20;
    check(u == 4294967286u);
    u %= 7;
    check(u == 1);
    int n = -7;
    n /= 2u;
    check(n == 2147483644);
    n = -7;
    n >>= 1u;
    check(n == -4);
    n = -7;
    n %= 4LL;
    check(n == -3);
    n = 5;
    n *= 3000000000LL;
    check(n == 2115098112);
    short h = 30000;
    h += 30000;
    check(h == -5536 && (h -= 70000) == -10000);
    unsigned char c = 5;
    check((c -= 10) == 251 && (c ^= -1) == 4 && (c <<= 7) == 0);
    struct s s = {-1, 31, 127};
    check((s.h /= -1) == 1 && (s.b += 2) == 1 && (s.c += 2) == -127);
    s.b -= 2;
    check(s.b == 31 && (s.b *= s.b) == 1);
    int *p = cells;
    p += 3;
    p -= (signed char)2;
    check(p == cells + 1 && *p++ == 6 && *--p == 6);
    long long w = 1;
    w <<= 35;
    w |= w >> 30;
    check(w == 34359738400LL);
    int a = 1, b = 2, d = 3;
    a += b -= d *= 2;
    check(a == -3 && b == -4 && d == 6);
    a = b = (char)300;
    check(a == 44 && b == 44);
    double x = 7;
    x /= 2;
    n = x *= 3;
    check(n == 10 && x == 10.5);
    return 0;
}
