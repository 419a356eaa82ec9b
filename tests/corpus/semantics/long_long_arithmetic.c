// 64-bit arithmetic where registers may have 32: carries, products, quotients, shifts.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static unsigned long long product(unsigned a, unsigned b) { return (unsigned long long)a * b; }
static long long mixed(int a, unsigned b, long long c) { return a * c + b - (a < 0) * (long long)b; }

static int digits(unsigned long long n, char *to) {
    int k = 0;
    do
        to[k++] = (char)('0' + n % 10);
    while (n /= 10);
    return k;
}

int main(void) {
    check(product(~0u, ~0u) == 0xFFFFFFFE00000001u && product(65536, 65536) >> 32 == 1);
    check(0xFFFFFFFFull + 1 == 0x100000000ull && 0x100000000ll - 1 == 0xFFFFFFFF);
    long long n = -0x100000001LL;
    check(n / 2 == -0x80000000LL && n % 2 == -1 && n >> 1 == -0x80000001LL && n >> 32 == -2);
    check(-n == 4294967297LL && ~n == 4294967296LL && (unsigned long long)n * n == 0x200000001u);
    check((int)n == -1 && (unsigned)n == ~0u && (short)(n >> 16) == -1);
    check((long)n == (sizeof(long) == 8 ? -4294967296 - 1 : -1));
    check(n < -1 && n < 0u && (unsigned long long)n > 1u << 31);
    check(mixed(-3, 4000000000u, 10000000000LL) == -30000000000LL);
    check(mixed(3, 4000000000u, 10000000000LL) == 34000000000LL);
    unsigned long long u = 18446744073709551557u;
    check(u / 4294967291u == 4294967300u && u % 4294967291u == 4294967257u);
    check(u / 3 == 6148914691236517185u && u % 10 == 7 && u * 3 == 18446744073709551439u);
    check((unsigned long)u == (unsigned long)-59);
    char text[24];
    check(digits(~0ull, text) == 20 && text[19] == '1' && text[0] == '5' && digits(0, text) == 1);
    long long a = 1;
    for (int i = 1; i <= 20; i++)
        a *= i;
    check(a == 2432902008176640000LL);
    for (int i = 20; i > 0; i--)
        check(a % i == 0), a /= i;
    check(a == 1);
    unsigned lo = 0xFFFFFFF0u;
    unsigned long long acc = 0;
    for (int i = 0; i < 20; i++)
        acc += lo + (unsigned)i;
    check(acc == 68719476606u);
    check((1LL << 40) / (1 << 20) == 1048576 && (1LL << 62) / -1 == -(1LL << 62));
    unsigned sh = 33;
    check((0x123456789ABCDEF0ull >> sh) == 0x91A2B3Cu && (0x123456789ABCDEF0ull << sh) == 0x3579BDE000000000ull);
    int wide = sizeof(long) == 8;
    check(sizeof 2147483648 == 8 && sizeof 0xFFFFFFFF == 4 && sizeof(4294967295) == 8);
    check((-1L < 1u) == wide && (1u - 2L < 0) == wide);
    return 0;
}
