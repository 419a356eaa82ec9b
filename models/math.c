// Mathematics that is exact and needs no rounding: classes of numbers, signs,
// absolute values, minima. For double, float and long double.
//
// Signs of NaNs follow the bits, except that fabs leaves a NaN as it is.

static int negative(double x) {
    union {
        double value;
        unsigned long long bits;
    } u;
    u.value = x;
    return u.bits >> 63 != 0;
}

int __signbit(double x) {
    return negative(x);
}

int __isnan(double x) {
    return x != x;
}

int isnan(double x) {
    return x != x;
}

int __isinf(double x) {
    return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0;
}

int isinf(double x) {
    return __isinf(x);
}

int __finite(double x) {
    return x - x == 0;
}

int finite(double x) {
    return x - x == 0;
}

int __fpclassify(double x) {
    if (x != x)
        return 0; // FP_NAN
    if (x == __builtin_inf() || x == -__builtin_inf())
        return 1; // FP_INFINITE
    if (x == 0)
        return 2; // FP_ZERO
    return x < 0x1p-1022 && x > -0x1p-1022 ? 3 : 4; // FP_SUBNORMAL, FP_NORMAL
}

double fabs(double x) {
    return x < 0 ? -x : x == 0 ? 0 : x;
}

double copysign(double x, double sign) {
    return negative(x) == negative(sign) ? x : -x;
}

double fmin(double x, double y) {
    return x <= y || y != y ? x : y;
}

double fmax(double x, double y) {
    return x >= y || y != y ? x : y;
}

double fdim(double x, double y) {
    return x != x || y != y ? x + y : x > y ? x - y : 0;
}

double nan(const char *payload) {
    while (*payload)
        payload++;
    return __builtin_nan("");
}

static int negativef(float x) {
    union {
        float value;
        unsigned bits;
    } u;
    u.value = x;
    return u.bits >> 31 != 0;
}

int __signbitf(float x) {
    return negativef(x);
}

int __isnanf(float x) {
    return x != x;
}

int isnanf(float x) {
    return x != x;
}

int __isinff(float x) {
    return x == __builtin_inff() ? 1 : x == -__builtin_inff() ? -1 : 0;
}

int isinff(float x) {
    return __isinff(x);
}

int __finitef(float x) {
    return x - x == 0;
}

int finitef(float x) {
    return x - x == 0;
}

int __fpclassifyf(float x) {
    if (x != x)
        return 0; // FP_NAN
    if (x == __builtin_inff() || x == -__builtin_inff())
        return 1; // FP_INFINITE
    if (x == 0)
        return 2; // FP_ZERO
    return x < 0x1p-126f && x > -0x1p-126f ? 3 : 4; // FP_SUBNORMAL, FP_NORMAL
}

float fabsf(float x) {
    return x < 0 ? -x : x == 0 ? 0 : x;
}

float copysignf(float x, float sign) {
    return negativef(x) == negativef(sign) ? x : -x;
}

float fminf(float x, float y) {
    return x <= y || y != y ? x : y;
}

float fmaxf(float x, float y) {
    return x >= y || y != y ? x : y;
}

float fdimf(float x, float y) {
    return x != x || y != y ? x + y : x > y ? x - y : 0;
}

float nanf(const char *payload) {
    while (*payload)
        payload++;
    return __builtin_nanf("");
}

static int negativel(long double x) {
    union {
        long double value;
        unsigned short part[5];
    } u;
    u.value = x;
    return u.part[4] >> 15 != 0;
}

int __signbitl(long double x) {
    return negativel(x);
}

int __isnanl(long double x) {
    return x != x;
}

int isnanl(long double x) {
    return x != x;
}

int __isinfl(long double x) {
    return x == __builtin_infl() ? 1 : x == -__builtin_infl() ? -1 : 0;
}

int isinfl(long double x) {
    return __isinfl(x);
}

int __finitel(long double x) {
    return x - x == 0;
}

int finitel(long double x) {
    return x - x == 0;
}

int __fpclassifyl(long double x) {
    if (x != x)
        return 0; // FP_NAN
    if (x == __builtin_infl() || x == -__builtin_infl())
        return 1; // FP_INFINITE
    if (x == 0)
        return 2; // FP_ZERO
    return x < 0x1p-16382L && x > -0x1p-16382L ? 3 : 4; // FP_SUBNORMAL, FP_NORMAL
}

long double fabsl(long double x) {
    return x < 0 ? -x : x == 0 ? 0 : x;
}

long double copysignl(long double x, long double sign) {
    return negativel(x) == negativel(sign) ? x : -x;
}

long double fminl(long double x, long double y) {
    return x <= y || y != y ? x : y;
}

long double fmaxl(long double x, long double y) {
    return x >= y || y != y ? x : y;
}

long double fdiml(long double x, long double y) {
    return x != x || y != y ? x + y : x > y ? x - y : 0;
}

long double nanl(const char *payload) {
    while (*payload)
        payload++;
    return __builtin_nanl("");
}
