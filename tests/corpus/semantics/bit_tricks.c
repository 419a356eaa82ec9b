// Well-known bit manipulations against plain loops.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef unsigned u32;
static u32 reverse(u32 v) {
    v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
    v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
    v = (v >> 4 & 0x0F0F0F0Fu) | (v & 0x0F0F0F0Fu) << 4;
    v = (v >> 8 & 0x00FF00FFu) | (v & 0x00FF00FFu) << 8;
    return v >> 16 | v << 16;
}
static int count(u32 v) {
    v -= v >> 1 & 0x55555555u;
    v = (v & 0x33333333u) + (v >> 2 & 0x33333333u);
    return (int)(((v + (v >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}
static u32 round_up(u32 v) {
    v--;
    for (int i = 1; i < 32; i *= 2)
        v |= v >> i;
    return v + 1;
}
static int magnitude(int x) {
    int m = x >> 31;
    return (x ^ m) - m;
}

int main(void) {
    u32 x = 1;
    for (int i = 0; i < 200; i++) {
        u32 r = 0;
        int n = 0;
        for (int b = 0; b < 32; b++) {
            n += x >> b & 1;
            r |= (x >> b & 1) << (31 - b);
        }
        check(reverse(x) == r && count(x) == n && reverse(r) == x);
        check((x & (x - 1)) == (x ^ (x & -x)) && ((x & (x - 1)) == 0) == (n == 1));
        x = x * 1664525u + 1013904223u;
    }
    check(round_up(5) == 8 && round_up(64) == 64 && round_up(65) == 128 && round_up(0) == 0);
    check(magnitude(-7) == 7 && magnitude(7) == 7 && magnitude(-2147483647) == 2147483647);
    check((5 ^ 9 ^ 5) == 9 && (0xF0u >> 4 | 0xF0u << 28) == 0xFu);
    return 0;
}
