// A NaN compares unequal to everything, itself included.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    volatile double n = __builtin_nan("");
    volatile double inf = __builtin_inf();
    check(n != n);
    check(!(n == n));
    check(!(n < 1.0) && !(n > 1.0) && !(n <= 1.0) && !(n >= 1.0));
    check(n ? 1 : 0);                        // it is not equal to zero
    check(!!n == 1);
    check(inf > 1e308 && -inf < -1e308);
    check(inf == inf && inf + 1.0 == inf);
    volatile double diff = inf - inf;
    check(diff != diff);
    check((n < 1.0 ? 1 : n >= 1.0 ? 2 : 3) == 3);
    return 0;
}
