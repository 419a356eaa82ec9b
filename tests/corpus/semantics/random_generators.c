// Generators with published values: xorshift32, SplitMix64, MINSTD and a Mersenne twister's start.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef unsigned u32;
typedef unsigned long long u64;

static u32 xorshift(u32 *s) {
    *s ^= *s << 13;
    *s ^= *s >> 17;
    return *s ^= *s << 5;
}
static u64 splitmix(u64 *s) {
    u64 z = *s += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}
static u32 twister(u32 seed) {
    static u32 mt[624];
    mt[0] = seed;
    for (u32 i = 1; i < 624; i++)
        mt[i] = 1812433253u * (mt[i - 1] ^ mt[i - 1] >> 30) + i;
    u32 y = (mt[0] & 0x80000000u) | (mt[1] & 0x7FFFFFFFu);
    y = mt[397] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
}

int main(void) {
    u32 x = 2463534242u, m = 1;
    check(xorshift(&x) == 723471715u && xorshift(&x) == 2497366906u);
    u64 s = 1234567;
    check(splitmix(&s) == 6457827717110365317u && splitmix(&s) == 3203168211198807973u);
    for (int i = 0; i < 10000; i++)
        m = (u32)((u64)m * 48271u % 2147483647u);
    check(m == 399268537u);
    check(twister(5489u) == 3499211612u);
    return 0;
}
