// Greatest divisors, modular powers and inverses, primes by a sieve of bits.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef unsigned long long u64;
static unsigned sieve[1000 / 32 + 1];

static u64 power(u64 b, u64 e, u64 m) {
    u64 r = 1;
    for (b %= m; e; e >>= 1, b = b * b % m)
        if (e & 1)
            r = r * b % m;
    return r;
}
static int inverse(int a, int m) {
    int x = 1, y = 0, n = m;
    while (a > 1) {
        int q = a / n, t = n;
        n = a % n;
        a = t;
        t = y;
        y = x - q * y;
        x = t;
    }
    return x < 0 ? x + m : x;
}
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
static unsigned root(u64 n) {
    u64 r = 0;
    for (u64 bit = 1ull << 31; bit; bit >>= 1)
        if ((r | bit) * (r | bit) <= n)
            r |= bit;
    return (unsigned)r;
}

int main(void) {
    int primes = 0, last = 0;
    for (int i = 2; i < 1000; i++)
        if (!(sieve[i / 32] >> i % 32 & 1)) {
            primes++;
            last = i;
            for (int j = i * i; j < 1000; j += i)
                sieve[j / 32] |= 1u << j % 32;
        }
    check(primes == 168 && last == 997);
    check(power(2, 100, 1000000007) == 976371285 && power(3, 1000000006, 1000000007) == 1);
    check(inverse(3, 11) == 4 && inverse(17, 3120) == 2753 && gcd(1071, 462) == 21 && gcd(0, 5) == 5);
    check(root(18446744073709551615u) == 4294967295u && root(99) == 9 && root(100) == 10);
    return 0;
}
