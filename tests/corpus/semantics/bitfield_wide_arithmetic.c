// gcc computes with bit-fields wider than int in exactly their bits.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { unsigned long long u : 33; signed long long s : 40; unsigned long long v : 50, full : 64, small : 20; };

int main(void) {
    struct s x = {.u = 0x100000004, .s = -5, .v = 1, .full = 1, .small = 1};
    check(x.u << 1 == 8 && x.u + x.u == 8 && x.u * 2 == 8);
    check(x.u + 0xFFFFFFFFu == 3 && x.u + 0x100000000ull == 0x200000004ull);
    check(-x.u == 0xFFFFFFFCu && ~x.u == 0xFFFFFFFBu && (+x.u << 1) == 8);
    check(x.u - 5 == 0xFFFFFFFFu && x.v - 2 == 0x3FFFFFFFFFFFFull && x.full - 2 == ~0ull);
    x.u = 0;
    check(x.u - 1 == 0x1FFFFFFFFull && x.u - 1LL < 0 && x.u - 1 > 0 && x.u > -1 == 0);
    check(~x.u == 0x1FFFFFFFF && (~x.u >> 1) == 0xFFFFFFFF && x.u - 1 == -1);
    check(x.s < 0 && x.s + 1u == -4 && x.s + 1 == -4 && x.s * x.v == 0x3FFFFFFFFFFFBull);
    check((x.s << 3) == -40 && x.s >> 1 == -3);
    check(x.u + x.v * 2 - 3 == 0x3FFFFFFFFFFFFull && x.v + x.u - 2 > 0);
    x.u--;
    check(x.u == 0x1FFFFFFFF && x.u + 1 == 0 && x.u++ + 1 == 0 && x.u == 0);
    x.u -= 2;
    check(x.u == 0x1FFFFFFFE && (x.u += 3) == 1 && x.u == 1);
    unsigned long long w = x.u - 2;
    long long n = x.s - 1;
    double d = x.u - 2;
    check(w == 0x1FFFFFFFF && n == -6 && d == 8589934591.0);
    check(x.small - 2 == -1 && sizeof(x.u + 1) == 8 && (x.u & -2) == 0 && (x.u | -2) == 0x1FFFFFFFF && (x.u ^ -1) == 0x1FFFFFFFE);
    check((1 ? x.u : 0) == 1 && !x.u == 0 && (x.u && x.s) == 1);
    return 0;
}
