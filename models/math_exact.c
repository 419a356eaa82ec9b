// Remainders (exact) and square roots (correctly rounded), bit by bit, for double,
// float and long double.
//
// Arguments outside the domain give a NaN and set EDOM.

int *__errno_location(void);
double copysign(double x, double sign);
float copysignf(float x, float sign);
long double copysignl(long double x, long double sign);
double fabs(double x);
float fabsf(float x);
long double fabsl(long double x);
double frexp(double x, int *exponent);
float frexpf(float x, int *exponent);
long double frexpl(long double x, int *exponent);
double scalbn(double x, int n);
float scalbnf(float x, int n);
long double scalbnl(long double x, int n);

// The first `bits` bits of the square root of m, or of 2 * m if `doubled`, where
// m's top bit is set; rounded to nearest. Two bits of m give one of the root. The
// remainder needs 66 bits.
static unsigned long long root(unsigned long long m, int doubled, int bits) {
    unsigned long long result = 0, high = 0, low = 0;
    for (int i = 0; i < bits; i++) {
        int taken = i == 0 && doubled ? 1 : 2;
        high = high << 2 | low >> 62;
        low = low << 2 | m >> (64 - taken);
        m <<= taken;
        unsigned long long trial_high = result >> 62, trial_low = result << 2 | 1;
        result <<= 1;
        if (high > trial_high || (high == trial_high && low >= trial_low)) {
            high -= trial_high + (low < trial_low);
            low -= trial_low;
            result |= 1;
        }
    }
    return high > 0 || low > result ? result + 1 : result;
}

// Subtracts the divisor's multiples by powers of two, largest first: exact.
double fmod(double x, double y) {
    if (x != x || y != y)
        return x + y;
    if (y == 0 || !(x - x == 0)) {
        *__errno_location() = 33; // EDOM
        return __builtin_nan("");
    }
    double a = fabs(x), b = fabs(y);
    if (a < b)
        return x;
    double multiple = b;
    while (a - multiple >= multiple)
        multiple += multiple;
    for (; multiple > b; multiple *= 0.5)
        if (a >= multiple)
            a -= multiple;
    if (a >= b)
        a -= b;
    return copysign(a, x);
}

double drem(double x, double y) {
    if (x != x || y != y)
        return x + y;
    if (y == 0 || !(x - x == 0)) {
        *__errno_location() = 33;
        return __builtin_nan("");
    }
    double a = fabs(x), b = fabs(y);
    int odd = 0;
    if (a >= b) {
        double multiple = b;
        while (a - multiple >= multiple)
            multiple += multiple;
        for (; multiple > b; multiple *= 0.5)
            if (a >= multiple)
                a -= multiple;
        if (a >= b) {
            a -= b;
            odd = 1;
        }
    }
    // Half of b may be no number, but b - a is one near it.
    if (a > b - a || (a == b - a && odd))
        a -= b;
    return a == 0 ? copysign(0, x) : x < 0 ? -a : a;
}

double remainder(double x, double y) {
    return drem(x, y);
}

double sqrt(double x) {
    if (x == 0 || x != x || x == __builtin_inf())
        return x;
    if (x < 0) {
        *__errno_location() = 33;
        return __builtin_nan("");
    }
    int e;
    double fraction = frexp(x, &e);
    int odd = e % 2 != 0;
    unsigned long long r = root((unsigned long long)(fraction * 0x1p64), odd, 53);
    return scalbn((double)r, (e + odd) / 2 - 53);
}

// Subtracts the divisor's multiples by powers of two, largest first: exact.
float fmodf(float x, float y) {
    if (x != x || y != y)
        return x + y;
    if (y == 0 || !(x - x == 0)) {
        *__errno_location() = 33; // EDOM
        return __builtin_nanf("");
    }
    float a = fabsf(x), b = fabsf(y);
    if (a < b)
        return x;
    float multiple = b;
    while (a - multiple >= multiple)
        multiple += multiple;
    for (; multiple > b; multiple *= 0.5f)
        if (a >= multiple)
            a -= multiple;
    if (a >= b)
        a -= b;
    return copysignf(a, x);
}

float dremf(float x, float y) {
    if (x != x || y != y)
        return x + y;
    if (y == 0 || !(x - x == 0)) {
        *__errno_location() = 33;
        return __builtin_nanf("");
    }
    float a = fabsf(x), b = fabsf(y);
    int odd = 0;
    if (a >= b) {
        float multiple = b;
        while (a - multiple >= multiple)
            multiple += multiple;
        for (; multiple > b; multiple *= 0.5f)
            if (a >= multiple)
                a -= multiple;
        if (a >= b) {
            a -= b;
            odd = 1;
        }
    }
    // Half of b may be no number, but b - a is one near it.
    if (a > b - a || (a == b - a && odd))
        a -= b;
    return a == 0 ? copysignf(0, x) : x < 0 ? -a : a;
}

float remainderf(float x, float y) {
    return dremf(x, y);
}

float sqrtf(float x) {
    if (x == 0 || x != x || x == __builtin_inff())
        return x;
    if (x < 0) {
        *__errno_location() = 33;
        return __builtin_nanf("");
    }
    int e;
    float fraction = frexpf(x, &e);
    int odd = e % 2 != 0;
    unsigned long long r = root((unsigned long long)(fraction * 0x1p64f), odd, 24);
    return scalbnf((float)r, (e + odd) / 2 - 24);
}

// Subtracts the divisor's multiples by powers of two, largest first: exact.
long double fmodl(long double x, long double y) {
    if (x != x || y != y)
        return x + y;
    if (y == 0 || !(x - x == 0)) {
        *__errno_location() = 33; // EDOM
        return __builtin_nanl("");
    }
    long double a = fabsl(x), b = fabsl(y);
    if (a < b)
        return x;
    long double multiple = b;
    while (a - multiple >= multiple)
        multiple += multiple;
    for (; multiple > b; multiple *= 0.5L)
        if (a >= multiple)
            a -= multiple;
    if (a >= b)
        a -= b;
    return copysignl(a, x);
}

long double dreml(long double x, long double y) {
    if (x != x || y != y)
        return x + y;
    if (y == 0 || !(x - x == 0)) {
        *__errno_location() = 33;
        return __builtin_nanl("");
    }
    long double a = fabsl(x), b = fabsl(y);
    int odd = 0;
    if (a >= b) {
        long double multiple = b;
        while (a - multiple >= multiple)
            multiple += multiple;
        for (; multiple > b; multiple *= 0.5L)
            if (a >= multiple)
                a -= multiple;
        if (a >= b) {
            a -= b;
            odd = 1;
        }
    }
    // Half of b may be no number, but b - a is one near it.
    if (a > b - a || (a == b - a && odd))
        a -= b;
    return a == 0 ? copysignl(0, x) : x < 0 ? -a : a;
}

long double remainderl(long double x, long double y) {
    return dreml(x, y);
}

long double sqrtl(long double x) {
    if (x == 0 || x != x || x == __builtin_infl())
        return x;
    if (x < 0) {
        *__errno_location() = 33;
        return __builtin_nanl("");
    }
    int e;
    long double fraction = frexpl(x, &e);
    int odd = e % 2 != 0;
    unsigned long long r = root((unsigned long long)(fraction * 0x1p64L), odd, 64);
    return scalbnl((long double)r, (e + odd) / 2 - 64);
}
