// Infinities, NaN and minus zero in arithmetic, comparison and as conditions.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int sign(double d) {
    unsigned char b[8];
    memcpy(b, &d, 8);
    return b[7] >> 7;
}

int main(void) {
    volatile double zero = 0.0, one = 1.0;
    double inf = one / zero, nan = zero / zero, minus = -zero;
    check(inf > 1e308 && -inf < -1e308 && inf == inf + 1);
    check(nan != nan && !(nan == nan) && !(nan < inf) && !(nan >= inf) && !(nan < nan));
    check(minus == zero && !(minus < zero) && sign(minus) && !sign(zero));
    check(one / minus == -inf && sign(minus * 5) && !sign(minus + zero) && sign(minus - zero));
    check(inf - inf != inf - inf && inf * zero != inf * zero);
    check(inf * -2 == -inf && one / inf == 0 && sign(one / -inf));
    check((nan ? 1 : 2) == 1 && !!nan && !minus && (minus ? 1 : 2) == 2);
    int n = 0;
    if (nan)
        n++;
    while (minus)
        n += 100;
    check(n == 1 && (nan || 0) && !(minus && 1));
    check(!(nan > 0 || nan < 0 || nan == 0));
    return 0;
}
