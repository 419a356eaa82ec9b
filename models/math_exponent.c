// Taking numbers apart and scaling them by powers of two: exact, or correctly
// rounded where the result is subnormal. For double, float and long double.
//
// ldexp sets ERANGE where its result overflows or becomes zero.

int *__errno_location(void);
double copysign(double x, double sign);
float copysignf(float x, float sign);
long double copysignl(long double x, long double sign);
double fabs(double x);
float fabsf(float x);
long double fabsl(long double x);

double frexp(double x, int *exponent) {
    double a = fabs(x);
    *exponent = 0;
    if (a == 0 || !(a - a == 0))
        return x;
    int e = 0;
    for (; a >= 0x1p32; a *= 0x1p-32)
        e += 32;
    for (; a >= 1; a *= 0.5)
        e++;
    for (; a < 0x1p-32; a *= 0x1p32)
        e -= 32;
    for (; a < 0.5; a *= 2)
        e--;
    *exponent = e;
    return copysign(a, x);
}

// In steps whose factors are numbers. Only the last step can round: where an
// earlier one had to, the result is zero anyway.
double scalbn(double x, int n) {
    for (int i = 0; i < 2 && n > 1023; i++) {
        x *= 0x1p1023;
        n -= 1023;
    }
    for (int i = 0; i < 2 && n < -1022; i++) {
        x *= 0x1p-969;
        n += 969;
    }
    if (n > 1023)
        n = 1023;
    if (n < -1022)
        n = -1022;
    double factor = 1;
    for (; n > 0; n--)
        factor *= 2;
    for (; n < 0; n++)
        factor *= 0.5;
    return x * factor;
}

double ldexp(double x, int n) {
    double y = scalbn(x, n);
    if (x - x == 0 && x != 0 && (y == 0 || !(y - y == 0)))
        *__errno_location() = 34; // ERANGE
    return y;
}

double scalbln(double x, long n) {
    return scalbn(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

int ilogb(double x) {
    if (x == 0 || x != x)
        return -2147483647 - 1;
    if (!(x - x == 0))
        return 2147483647;
    int e;
    frexp(x, &e);
    return e - 1;
}

double logb(double x) {
    if (x == 0)
        return -__builtin_inf();
    if (!(x - x == 0))
        return x * x;
    return (double)ilogb(x);
}

float frexpf(float x, int *exponent) {
    float a = fabsf(x);
    *exponent = 0;
    if (a == 0 || !(a - a == 0))
        return x;
    int e = 0;
    for (; a >= 0x1p32f; a *= 0x1p-32f)
        e += 32;
    for (; a >= 1; a *= 0.5f)
        e++;
    for (; a < 0x1p-32f; a *= 0x1p32f)
        e -= 32;
    for (; a < 0.5f; a *= 2)
        e--;
    *exponent = e;
    return copysignf(a, x);
}

// In steps whose factors are numbers. Only the last step can round: where an
// earlier one had to, the result is zero anyway.
float scalbnf(float x, int n) {
    for (int i = 0; i < 2 && n > 127; i++) {
        x *= 0x1p127f;
        n -= 127;
    }
    for (int i = 0; i < 2 && n < -126; i++) {
        x *= 0x1p-102f;
        n += 102;
    }
    if (n > 127)
        n = 127;
    if (n < -126)
        n = -126;
    float factor = 1;
    for (; n > 0; n--)
        factor *= 2;
    for (; n < 0; n++)
        factor *= 0.5f;
    return x * factor;
}

float ldexpf(float x, int n) {
    float y = scalbnf(x, n);
    if (x - x == 0 && x != 0 && (y == 0 || !(y - y == 0)))
        *__errno_location() = 34; // ERANGE
    return y;
}

float scalblnf(float x, long n) {
    return scalbnf(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

int ilogbf(float x) {
    if (x == 0 || x != x)
        return -2147483647 - 1;
    if (!(x - x == 0))
        return 2147483647;
    int e;
    frexpf(x, &e);
    return e - 1;
}

float logbf(float x) {
    if (x == 0)
        return -__builtin_inff();
    if (!(x - x == 0))
        return x * x;
    return (float)ilogbf(x);
}

long double frexpl(long double x, int *exponent) {
    long double a = fabsl(x);
    *exponent = 0;
    if (a == 0 || !(a - a == 0))
        return x;
    int e = 0;
    for (; a >= 0x1p32L; a *= 0x1p-32L)
        e += 32;
    for (; a >= 1; a *= 0.5L)
        e++;
    for (; a < 0x1p-32L; a *= 0x1p32L)
        e -= 32;
    for (; a < 0.5L; a *= 2)
        e--;
    *exponent = e;
    return copysignl(a, x);
}

// In steps whose factors are numbers. Only the last step can round: where an
// earlier one had to, the result is zero anyway.
long double scalbnl(long double x, int n) {
    for (int i = 0; i < 2 && n > 16383; i++) {
        x *= 0x1p16383L;
        n -= 16383;
    }
    for (int i = 0; i < 2 && n < -16382; i++) {
        x *= 0x1p-16318L;
        n += 16318;
    }
    if (n > 16383)
        n = 16383;
    if (n < -16382)
        n = -16382;
    long double factor = 1;
    for (; n > 0; n--)
        factor *= 2;
    for (; n < 0; n++)
        factor *= 0.5L;
    return x * factor;
}

long double ldexpl(long double x, int n) {
    long double y = scalbnl(x, n);
    if (x - x == 0 && x != 0 && (y == 0 || !(y - y == 0)))
        *__errno_location() = 34; // ERANGE
    return y;
}

long double scalblnl(long double x, long n) {
    return scalbnl(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

int ilogbl(long double x) {
    if (x == 0 || x != x)
        return -2147483647 - 1;
    if (!(x - x == 0))
        return 2147483647;
    int e;
    frexpl(x, &e);
    return e - 1;
}

long double logbl(long double x) {
    if (x == 0)
        return -__builtin_infl();
    if (!(x - x == 0))
        return x * x;
    return (long double)ilogbl(x);
}
