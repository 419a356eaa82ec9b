// Transcendental functions of float: any value that the mathematics allow, as
// math_any.c says.

// Any number between these limits.
static float withinf(float low, float high) {
    float any;
    return any >= low && any <= high ? any : low;
}

static float anyf(void) {
    return withinf(-__builtin_inff(), __builtin_inff());
}

static float nonef(void) {
    return __builtin_nanf("");
}

static int finite_numberf(float x) {
    return x - x == 0;
}

float sinf(float x) {
    if (!finite_numberf(x))
        return nonef();
    if (x == 0)
        return x;
    return withinf(-1, 1);
}

float cosf(float x) {
    if (!finite_numberf(x))
        return nonef();
    if (x == 0)
        return 1;
    return withinf(-1, 1);
}

float tanf(float x) {
    if (!finite_numberf(x))
        return nonef();
    if (x == 0)
        return x;
    return anyf();
}

float asinf(float x) {
    if (!(x >= -1 && x <= 1))
        return nonef();
    if (x == 0)
        return x;
    return withinf(-1.5707964f, 1.5707964f);
}

float acosf(float x) {
    if (!(x >= -1 && x <= 1))
        return nonef();
    if (x == 1)
        return 0;
    return withinf(0, 3.1415930f);
}

float atanf(float x) {
    if (x != x || x == 0)
        return x;
    return withinf(-1.5707964f, 1.5707964f);
}

float sinhf(float x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinf(0, __builtin_inff()) : withinf(-__builtin_inff(), 0);
}

float coshf(float x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return withinf(1, __builtin_inff());
}

float tanhf(float x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinf(0, 1) : withinf(-1, 0);
}

float asinhf(float x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinf(0, __builtin_inff()) : withinf(-__builtin_inff(), 0);
}

float acoshf(float x) {
    if (!(x >= 1))
        return nonef();
    if (x == 1)
        return 0;
    return withinf(0, __builtin_inff());
}

float atanhf(float x) {
    if (!(x >= -1 && x <= 1))
        return nonef();
    if (x == 0)
        return x;
    return x > 0 ? withinf(0, __builtin_inff()) : withinf(-__builtin_inff(), 0);
}

float expf(float x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? withinf(1, __builtin_inff()) : withinf(0, 1);
}

float exp2f(float x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? withinf(1, __builtin_inff()) : withinf(0, 1);
}

float exp10f(float x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? withinf(1, __builtin_inff()) : withinf(0, 1);
}

float expm1f(float x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinf(0, __builtin_inff()) : withinf(-1, 0);
}

float logf(float x) {
    if (!(x >= 0))
        return nonef();
    if (x == 0)
        return -__builtin_inff();
    if (x == 1)
        return 0;
    return x > 1 ? withinf(0, __builtin_inff()) : withinf(-__builtin_inff(), 0);
}

float log2f(float x) {
    if (!(x >= 0))
        return nonef();
    if (x == 0)
        return -__builtin_inff();
    if (x == 1)
        return 0;
    return x > 1 ? withinf(0, __builtin_inff()) : withinf(-__builtin_inff(), 0);
}

float log10f(float x) {
    if (!(x >= 0))
        return nonef();
    if (x == 0)
        return -__builtin_inff();
    if (x == 1)
        return 0;
    return x > 1 ? withinf(0, __builtin_inff()) : withinf(-__builtin_inff(), 0);
}

float log1pf(float x) {
    if (!(x >= -1))
        return nonef();
    if (x == -1)
        return -__builtin_inff();
    if (x == 0)
        return x;
    return x > 0 ? withinf(0, __builtin_inff()) : withinf(-__builtin_inff(), 0);
}

float cbrtf(float x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinf(0, __builtin_inff()) : withinf(-__builtin_inff(), 0);
}

float erff(float x) {
    if (x != x)
        return x;
    return withinf(-1, 1);
}

float erfcf(float x) {
    if (x != x)
        return x;
    return withinf(0, 2);
}

float lgammaf(float x) {
    if (x != x)
        return x;
    return anyf();
}

float tgammaf(float x) {
    if (x != x)
        return x;
    return anyf();
}

float atan2f(float y, float x) {
    if (x != x || y != y)
        return nonef();
    return withinf(-3.1415930f, 3.1415930f);
}

float hypotf(float x, float y) {
    if (x == __builtin_inff() || x == -__builtin_inff() || y == __builtin_inff() || y == -__builtin_inff())
        return __builtin_inff();
    if (x != x || y != y)
        return nonef();
    return withinf(0, __builtin_inff());
}

float powf(float x, float y) {
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return nonef();
    if (y == 1)
        return x;
    if (x >= 0)
        return withinf(0, __builtin_inff());
    // A negative base has a power only for integers, and we do not look.
    float any;
    return any;
}

float fmaf(float x, float y, float z) {
    if (x != x || y != y || z != z)
        return nonef();
    float any;
    return any;
}
