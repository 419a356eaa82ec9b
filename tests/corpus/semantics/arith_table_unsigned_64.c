// 64-bit unsigned arithmetic against results written out; in ILP32 it takes two words.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef unsigned long long u64;
struct row { u64 a, b, sum, difference, product, quotient, rest; };
static const struct row rows[] = {
    {0xFFFFFFFFFFFFFFFFu, 2, 1, 0xFFFFFFFFFFFFFFFDu, 0xFFFFFFFFFFFFFFFEu, 0x7FFFFFFFFFFFFFFFu, 1},
    {0x100000000u, 0xFFFFFFFFu, 0x1FFFFFFFFu, 1, 0xFFFFFFFF00000000u, 1, 1},
    {0xFFFFFFFFu, 0xFFFFFFFFu, 0x1FFFFFFFEu, 0, 0xFFFFFFFE00000001u, 1, 0},
    {0x123456789ABCDEFu, 0x10001u, 0x123456789ACCDF0u, 0x123456789AACDEEu, 0x468ACF13579ACDEFu, 0x12344444567u, 0x8888u},
    {1, 0x8000000000000000u, 0x8000000000000001u, 0x8000000000000001u, 0x8000000000000000u, 0, 1},
};

int main(void) {
    for (int i = 0; i < 5; i++) {
        u64 a = rows[i].a, b = rows[i].b;
        check(a + b == rows[i].sum && a - b == rows[i].difference && a * b == rows[i].product);
        check(a / b == rows[i].quotient && a % b == rows[i].rest);
        check((a / b) * b + a % b == a);
    }
    return 0;
}
