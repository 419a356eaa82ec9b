// The clz, ctz, popcount, parity, ffs and bswap builtins count and move bits.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static const int folded = __builtin_popcount(0xFF) + __builtin_ctz(8);

int main(void) {
    volatile unsigned one = 1, x = 0x00F0u;
    check(__builtin_clz(one) == 31 && __builtin_clz(x) == 24);
    check(__builtin_ctz(x) == 4 && __builtin_ctz(0x80000000u) == 31);
    check(__builtin_clzll(1) == 63 && __builtin_ctzll(1ull << 40) == 40);
    check(__builtin_popcount(x) == 4 && __builtin_popcount(-1) == 32);
    check(__builtin_popcountll(-1LL) == 64 && __builtin_popcount(0) == 0);
    check(__builtin_parity(7) == 1 && __builtin_parity(6) == 0);
    check(__builtin_ffs(0) == 0 && __builtin_ffs(x) == 5 && __builtin_ffsll(1ll << 35) == 36);
    check(__builtin_bswap16(0x1234) == 0x3412);
    check(__builtin_bswap32(0x12345678u) == 0x78563412u);
    check(__builtin_bswap64(0x0102030405060708ull) == 0x0807060504030201ull);
    check(sizeof(__builtin_bswap16(1)) == 2 || sizeof(__builtin_bswap16(1)) == 4);
    check(folded == 11);
    check(__builtin_clzl(1) == sizeof(long) * 8 - 1);
    return 0;
}
