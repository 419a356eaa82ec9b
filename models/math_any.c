// Transcendental functions of double: any value that the mathematics allow.
//
// Nothing is computed. A result is any number in the function's range, a NaN where
// an argument is one or lies outside the domain, and exact at a few well-known
// points (exp(0), log(1), pow(x, 0) …). Two calls with equal arguments may differ,
// and no function is known to be monotone. errno is not set. fma is here too.

// Any number between these limits.
static double within(double low, double high) {
    double any;
    return any >= low && any <= high ? any : low;
}

static double any(void) {
    return within(-__builtin_inf(), __builtin_inf());
}

static double none(void) {
    return __builtin_nan("");
}

static int finite_number(double x) {
    return x - x == 0;
}

double sin(double x) {
    if (!finite_number(x))
        return none();
    if (x == 0)
        return x;
    return within(-1, 1);
}

double cos(double x) {
    if (!finite_number(x))
        return none();
    if (x == 0)
        return 1;
    return within(-1, 1);
}

double tan(double x) {
    if (!finite_number(x))
        return none();
    if (x == 0)
        return x;
    return any();
}

double asin(double x) {
    if (!(x >= -1 && x <= 1))
        return none();
    if (x == 0)
        return x;
    return within(-1.5707963267948968, 1.5707963267948968);
}

double acos(double x) {
    if (!(x >= -1 && x <= 1))
        return none();
    if (x == 1)
        return 0;
    return within(0, 3.1415926535897936);
}

double atan(double x) {
    if (x != x || x == 0)
        return x;
    return within(-1.5707963267948968, 1.5707963267948968);
}

double sinh(double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? within(0, __builtin_inf()) : within(-__builtin_inf(), 0);
}

double cosh(double x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return within(1, __builtin_inf());
}

double tanh(double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? within(0, 1) : within(-1, 0);
}

double asinh(double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? within(0, __builtin_inf()) : within(-__builtin_inf(), 0);
}

double acosh(double x) {
    if (!(x >= 1))
        return none();
    if (x == 1)
        return 0;
    return within(0, __builtin_inf());
}

double atanh(double x) {
    if (!(x >= -1 && x <= 1))
        return none();
    if (x == 0)
        return x;
    return x > 0 ? within(0, __builtin_inf()) : within(-__builtin_inf(), 0);
}

double exp(double x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? within(1, __builtin_inf()) : within(0, 1);
}

double exp2(double x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? within(1, __builtin_inf()) : within(0, 1);
}

double exp10(double x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? within(1, __builtin_inf()) : within(0, 1);
}

double expm1(double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? within(0, __builtin_inf()) : within(-1, 0);
}

double log(double x) {
    if (!(x >= 0))
        return none();
    if (x == 0)
        return -__builtin_inf();
    if (x == 1)
        return 0;
    return x > 1 ? within(0, __builtin_inf()) : within(-__builtin_inf(), 0);
}

double log2(double x) {
    if (!(x >= 0))
        return none();
    if (x == 0)
        return -__builtin_inf();
    if (x == 1)
        return 0;
    return x > 1 ? within(0, __builtin_inf()) : within(-__builtin_inf(), 0);
}

double log10(double x) {
    if (!(x >= 0))
        return none();
    if (x == 0)
        return -__builtin_inf();
    if (x == 1)
        return 0;
    return x > 1 ? within(0, __builtin_inf()) : within(-__builtin_inf(), 0);
}

double log1p(double x) {
    if (!(x >= -1))
        return none();
    if (x == -1)
        return -__builtin_inf();
    if (x == 0)
        return x;
    return x > 0 ? within(0, __builtin_inf()) : within(-__builtin_inf(), 0);
}

double cbrt(double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? within(0, __builtin_inf()) : within(-__builtin_inf(), 0);
}

double erf(double x) {
    if (x != x)
        return x;
    return within(-1, 1);
}

double erfc(double x) {
    if (x != x)
        return x;
    return within(0, 2);
}

double lgamma(double x) {
    if (x != x)
        return x;
    return any();
}

double tgamma(double x) {
    if (x != x)
        return x;
    return any();
}

double atan2(double y, double x) {
    if (x != x || y != y)
        return none();
    return within(-3.1415926535897936, 3.1415926535897936);
}

double hypot(double x, double y) {
    if (x == __builtin_inf() || x == -__builtin_inf() || y == __builtin_inf() || y == -__builtin_inf())
        return __builtin_inf();
    if (x != x || y != y)
        return none();
    return within(0, __builtin_inf());
}

double pow(double x, double y) {
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return none();
    if (y == 1)
        return x;
    if (x >= 0)
        return within(0, __builtin_inf());
    // A negative base has a power only for integers, and we do not look.
    double any;
    return any;
}

double fma(double x, double y, double z) {
    if (x != x || y != y || z != z)
        return none();
    double any;
    return any;
}
