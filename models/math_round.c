// Rounding to integers, exact, for double, float and long double.
//
// The rounding mode is to nearest, ties to even. What the result's type cannot
// hold makes lround, lrint and the like undefined, as C says.

double copysign(double x, double sign);
float copysignf(float x, float sign);
long double copysignl(long double x, long double sign);
double fabs(double x);
float fabsf(float x);
long double fabsl(long double x);

// From 0x1p52 on there are no fractions. A NaN stays what it is.
double trunc(double x) {
    if (!(x > -0x1p52 && x < 0x1p52))
        return x;
    return copysign((double)(long long)x, x);
}

double floor(double x) {
    double t = trunc(x);
    return t > x ? t - 1 : t;
}

double ceil(double x) {
    double t = trunc(x);
    return t >= x || x != x ? t : copysign(t + 1, x);
}

double round(double x) {
    double t = trunc(x);
    return fabs(x - t) >= 0.5 ? t + copysign(1, x) : t;
}

double rint(double x) {
    double t = trunc(x), distance = fabs(x - t);
    if (distance > 0.5 || (distance == 0.5 && (long long)t % 2 != 0))
        return t + copysign(1, x);
    return t;
}

double nearbyint(double x) {
    return rint(x);
}

double roundeven(double x) {
    return rint(x);
}

long lrint(double x) {
    return (long)rint(x);
}

long long llrint(double x) {
    return (long long)rint(x);
}

long lround(double x) {
    return (long)round(x);
}

long long llround(double x) {
    return (long long)round(x);
}

double modf(double x, double *whole) {
    double t = trunc(x);
    *whole = t;
    return copysign(t == x ? 0 : x - t, x);
}

// From 0x1p23f on there are no fractions. A NaN stays what it is.
float truncf(float x) {
    if (!(x > -0x1p23f && x < 0x1p23f))
        return x;
    return copysignf((float)(long long)x, x);
}

float floorf(float x) {
    float t = truncf(x);
    return t > x ? t - 1 : t;
}

float ceilf(float x) {
    float t = truncf(x);
    return t >= x || x != x ? t : copysignf(t + 1, x);
}

float roundf(float x) {
    float t = truncf(x);
    return fabsf(x - t) >= 0.5f ? t + copysignf(1, x) : t;
}

float rintf(float x) {
    float t = truncf(x), distance = fabsf(x - t);
    if (distance > 0.5f || (distance == 0.5f && (long long)t % 2 != 0))
        return t + copysignf(1, x);
    return t;
}

float nearbyintf(float x) {
    return rintf(x);
}

float roundevenf(float x) {
    return rintf(x);
}

long lrintf(float x) {
    return (long)rintf(x);
}

long long llrintf(float x) {
    return (long long)rintf(x);
}

long lroundf(float x) {
    return (long)roundf(x);
}

long long llroundf(float x) {
    return (long long)roundf(x);
}

float modff(float x, float *whole) {
    float t = truncf(x);
    *whole = t;
    return copysignf(t == x ? 0 : x - t, x);
}

// From 0x1p63L on there are no fractions. A NaN stays what it is.
long double truncl(long double x) {
    if (!(x > -0x1p63L && x < 0x1p63L))
        return x;
    return copysignl((long double)(long long)x, x);
}

long double floorl(long double x) {
    long double t = truncl(x);
    return t > x ? t - 1 : t;
}

long double ceill(long double x) {
    long double t = truncl(x);
    return t >= x || x != x ? t : copysignl(t + 1, x);
}

long double roundl(long double x) {
    long double t = truncl(x);
    return fabsl(x - t) >= 0.5L ? t + copysignl(1, x) : t;
}

long double rintl(long double x) {
    long double t = truncl(x), distance = fabsl(x - t);
    if (distance > 0.5L || (distance == 0.5L && (long long)t % 2 != 0))
        return t + copysignl(1, x);
    return t;
}

long double nearbyintl(long double x) {
    return rintl(x);
}

long double roundevenl(long double x) {
    return rintl(x);
}

long lrintl(long double x) {
    return (long)rintl(x);
}

long long llrintl(long double x) {
    return (long long)rintl(x);
}

long lroundl(long double x) {
    return (long)roundl(x);
}

long long llroundl(long double x) {
    return (long long)roundl(x);
}

long double modfl(long double x, long double *whole) {
    long double t = truncl(x);
    *whole = t;
    return copysignl(t == x ? 0 : x - t, x);
}
