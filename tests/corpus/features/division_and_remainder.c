// Integer division truncates toward zero and the remainder takes the dividend's sign.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    check(7 / 2 == 3 && 7 % 2 == 1);
    check(-7 / 2 == -3 && -7 % 2 == -1);
    check(7 / -2 == -3 && 7 % -2 == 1);
    check(-7 / -2 == 3 && -7 % -2 == -1);
    check(-7 % 2u == 1);                     // unsigned 4294967289
    unsigned char c = 250;
    c /= 7;
    check(c == 35);
    signed char s = -100;
    s %= 30;
    check(s == -10);
    long long big = -9223372036854775807LL - 1;
    check(big / 10 == -922337203685477580LL && big % 10 == -8);
    check(2 * 3 % 4 == 2 && 20 / 4 / 5 == 1);
    return 0;
}
