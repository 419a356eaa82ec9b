// The float builtins come for one type each, too, and convert their argument.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static double large = 1e300;

int main(void) {
    float f = 1e38f;
    long double l = 1e300L;
    check(!__builtin_isinff(f) && __builtin_isinff(f * 10) && __builtin_isinff(large));
    check(!__builtin_isinf(large) && __builtin_isinf(large * large));
    check(!__builtin_isinfl(l * l) && !__builtin_isinfl(large));
    check(__builtin_finitef(f) && !__builtin_finitef(large) && __builtin_finitel(l));
    float nan = __builtin_nanf("");
    check(__builtin_isnanf(nan) && __builtin_isnanl(nan) && !__builtin_isnanf(f));
    return 0;
}
