// Multi-word addition, subtraction and multiplication with carries in 32-bit limbs.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef unsigned u32;
typedef unsigned long long u64;
enum { N = 4 };

static u32 add(u32 *r, const u32 *a, const u32 *b) {
    u64 c = 0;
    for (int i = 0; i < N; i++, c >>= 32)
        r[i] = (u32)(c += (u64)a[i] + b[i]);
    return (u32)c;
}
static u32 sub(u32 *r, const u32 *a, const u32 *b) {
    u32 borrow = 0;
    for (int i = 0; i < N; i++) {
        u64 d = (u64)a[i] - b[i] - borrow;
        r[i] = (u32)d;
        borrow = (u32)(d >> 63);
    }
    return borrow;
}
static void mul(u32 *r, const u32 *a, const u32 *b) {
    for (int i = 0; i < 2 * N; i++)
        r[i] = 0;
    for (int i = 0; i < N; i++) {
        u64 c = 0;
        for (int j = 0; j < N; j++) {
            c += (u64)a[i] * b[j] + r[i + j];
            r[i + j] = (u32)c;
            c >>= 32;
        }
        r[i + N] = (u32)c;
    }
}

int main(void) {
    u32 ones[N] = {~0u, ~0u, ~0u, ~0u}, one[N] = {1}, r[N], w[2 * N];
    check(add(r, ones, one) == 1 && !(r[0] | r[1] | r[2] | r[3]));
    check(sub(r, r, one) == 1 && (r[0] & r[1] & r[2] & r[3]) == ~0u);
    mul(w, ones, ones);
    check(w[0] == 1 && w[1] == 0 && w[3] == 0 && w[4] == ~0u - 1 && w[7] == ~0u);
    u32 a[N] = {0x89ABCDEFu, 0x01234567u, 0xDEADBEEFu, 7}, b[N] = {0xFFFFFFFFu, 0, 3, 0x80000000u};
    check(add(r, a, b) == 0 && r[0] == 0x89ABCDEEu && r[1] == 0x01234568u && r[2] == 0xDEADBEF2u && r[3] == 0x80000007u);
    check(sub(r, a, b) == 1 && r[0] == 0x89ABCDF0u && r[1] == 0x01234566u && r[2] == 0xDEADBEECu && r[3] == 0x80000007u);
    mul(w, a, b);
    check(w[0] == 0x76543211u && w[7] == 3 && w[2] == 0xBF78F045u && w[6] == 0xEF56DF77u);
    return 0;
}
