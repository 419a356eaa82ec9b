// Operators on unsigned char: computed as int, then cut to eight bits.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct row { unsigned char a, b; unsigned char sum, difference, product, complement, left; int wide; };
static const struct row rows[] = {
    {0, 0, 0, 0, 0, 255, 0, 0},
    {255, 1, 0, 254, 255, 0, 254, 256},
    {200, 100, 44, 100, 32, 55, 144, 300},
    {1, 255, 0, 2, 255, 254, 2, 256},
    {128, 128, 0, 0, 0, 127, 0, 256},
    {16, 17, 33, 255, 16, 239, 32, 33},
};

int main(void) {
    for (int i = 0; i < 6; i++) {
        struct row r = rows[i];
        check((unsigned char)(r.a + r.b) == r.sum);
        check((unsigned char)(r.a - r.b) == r.difference);
        check((unsigned char)(r.a * r.b) == r.product);
        check((unsigned char)~r.a == r.complement);
        check((unsigned char)(r.a << 1) == r.left);
        check(r.a + r.b == r.wide);
        r.a += r.b;
        check(r.a == r.sum);
        check(~r.a == -r.a - 1);
    }
    return 0;
}
