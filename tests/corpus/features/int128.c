// __int128 carries 128 bits through arithmetic and shifts.
// expect: true
// data-model: lp64
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef unsigned __int128 u128;
static __int128 negate(__int128 x) { return -x; }

int main(void) {
    check(sizeof(__int128) == 16 && _Alignof(__int128) == 16);
    u128 x = (u128)18446744073709551615ull * 18446744073709551615ull;
    check((unsigned long)(x >> 64) == 18446744073709551614ul);
    check((unsigned long)x == 1);
    check((u128)-1 > (u128)0);
    __int128 n = negate((__int128)1 << 100);
    check(n < 0 && n >> 100 == -1 && n / 4 == -((__int128)1 << 98));
    u128 big = (u128)1 << 127;
    check(big + big == 0);                       // wraps
    check((x / 18446744073709551615ull) == 18446744073709551615ull);
    check(x % 10 == 5);
    check(sizeof(n + 1ul) == 16);
    check((double)((u128)1 << 70) == 0x1p70);
    __uint128_t also = 5;
    __int128_t too = -5;
    check(also + too == 0);
    return 0;
}
