// Each binary operator on int, over a table of corner values, against results written out.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

#define MAX 2147483647
#define MIN (-2147483647 - 1)
struct row { int a, b, sum_half, quotient, rest, and, or, xor; };
static const struct row rows[] = {
    {7, 2, 4, 3, 1, 2, 7, 5},
    {-7, 2, -2, -3, -1, 0, -5, -5},
    {7, -2, 2, -3, 1, 6, -1, -7},
    {-7, -2, -4, 3, -1, -8, -1, 7},
    {MAX, MIN, 0, 0, MAX, 0, -1, -1},
    {MIN, MAX, 0, -1, -1, 0, -1, -1},
    {MIN, 2, -1073741823, -1073741824, 0, 0, -2147483646, -2147483646},
    {0, -5, -2, 0, 0, 0, -5, -5},
};

int main(void) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        check((r->a + r->b) / 2 == r->sum_half);
        check(r->a / r->b == r->quotient && r->a % r->b == r->rest);
        check(r->quotient * r->b + r->rest == r->a);
        check((r->a & r->b) == r->and && (r->a | r->b) == r->or && (r->a ^ r->b) == r->xor);
        check(~r->a == -1 - r->a);
    }
    return 0;
}
