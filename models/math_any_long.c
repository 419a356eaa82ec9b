// Transcendental functions of long double: any value that the mathematics allow, as
// math_any.c says.

// Any number between these limits.
static long double withinl(long double low, long double high) {
    long double any;
    return any >= low && any <= high ? any : low;
}

static long double anyl(void) {
    return withinl(-__builtin_infl(), __builtin_infl());
}

static long double nonel(void) {
    return __builtin_nanl("");
}

static int finite_numberl(long double x) {
    return x - x == 0;
}

long double sinl(long double x) {
    if (!finite_numberl(x))
        return nonel();
    if (x == 0)
        return x;
    return withinl(-1, 1);
}

long double cosl(long double x) {
    if (!finite_numberl(x))
        return nonel();
    if (x == 0)
        return 1;
    return withinl(-1, 1);
}

long double tanl(long double x) {
    if (!finite_numberl(x))
        return nonel();
    if (x == 0)
        return x;
    return anyl();
}

long double asinl(long double x) {
    if (!(x >= -1 && x <= 1))
        return nonel();
    if (x == 0)
        return x;
    return withinl(-1.5707963267948968L, 1.5707963267948968L);
}

long double acosl(long double x) {
    if (!(x >= -1 && x <= 1))
        return nonel();
    if (x == 1)
        return 0;
    return withinl(0, 3.1415926535897936L);
}

long double atanl(long double x) {
    if (x != x || x == 0)
        return x;
    return withinl(-1.5707963267948968L, 1.5707963267948968L);
}

long double sinhl(long double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinl(0, __builtin_infl()) : withinl(-__builtin_infl(), 0);
}

long double coshl(long double x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return withinl(1, __builtin_infl());
}

long double tanhl(long double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinl(0, 1) : withinl(-1, 0);
}

long double asinhl(long double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinl(0, __builtin_infl()) : withinl(-__builtin_infl(), 0);
}

long double acoshl(long double x) {
    if (!(x >= 1))
        return nonel();
    if (x == 1)
        return 0;
    return withinl(0, __builtin_infl());
}

long double atanhl(long double x) {
    if (!(x >= -1 && x <= 1))
        return nonel();
    if (x == 0)
        return x;
    return x > 0 ? withinl(0, __builtin_infl()) : withinl(-__builtin_infl(), 0);
}

long double expl(long double x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? withinl(1, __builtin_infl()) : withinl(0, 1);
}

long double exp2l(long double x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? withinl(1, __builtin_infl()) : withinl(0, 1);
}

long double exp10l(long double x) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    return x > 0 ? withinl(1, __builtin_infl()) : withinl(0, 1);
}

long double expm1l(long double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinl(0, __builtin_infl()) : withinl(-1, 0);
}

long double logl(long double x) {
    if (!(x >= 0))
        return nonel();
    if (x == 0)
        return -__builtin_infl();
    if (x == 1)
        return 0;
    return x > 1 ? withinl(0, __builtin_infl()) : withinl(-__builtin_infl(), 0);
}

long double log2l(long double x) {
    if (!(x >= 0))
        return nonel();
    if (x == 0)
        return -__builtin_infl();
    if (x == 1)
        return 0;
    return x > 1 ? withinl(0, __builtin_infl()) : withinl(-__builtin_infl(), 0);
}

long double log10l(long double x) {
    if (!(x >= 0))
        return nonel();
    if (x == 0)
        return -__builtin_infl();
    if (x == 1)
        return 0;
    return x > 1 ? withinl(0, __builtin_infl()) : withinl(-__builtin_infl(), 0);
}

long double log1pl(long double x) {
    if (!(x >= -1))
        return nonel();
    if (x == -1)
        return -__builtin_infl();
    if (x == 0)
        return x;
    return x > 0 ? withinl(0, __builtin_infl()) : withinl(-__builtin_infl(), 0);
}

long double cbrtl(long double x) {
    if (x != x || x == 0)
        return x;
    return x > 0 ? withinl(0, __builtin_infl()) : withinl(-__builtin_infl(), 0);
}

long double erfl(long double x) {
    if (x != x)
        return x;
    return withinl(-1, 1);
}

long double erfcl(long double x) {
    if (x != x)
        return x;
    return withinl(0, 2);
}

long double lgammal(long double x) {
    if (x != x)
        return x;
    return anyl();
}

long double tgammal(long double x) {
    if (x != x)
        return x;
    return anyl();
}

long double atan2l(long double y, long double x) {
    if (x != x || y != y)
        return nonel();
    return withinl(-3.1415926535897936L, 3.1415926535897936L);
}

long double hypotl(long double x, long double y) {
    if (x == __builtin_infl() || x == -__builtin_infl() || y == __builtin_infl() || y == -__builtin_infl())
        return __builtin_infl();
    if (x != x || y != y)
        return nonel();
    return withinl(0, __builtin_infl());
}

long double powl(long double x, long double y) {
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return nonel();
    if (y == 1)
        return x;
    if (x >= 0)
        return withinl(0, __builtin_infl());
    // A negative base has a power only for integers, and we do not look.
    long double any;
    return any;
}

long double fmal(long double x, long double y, long double z) {
    if (x != x || y != y || z != z)
        return nonel();
    long double any;
    return any;
}
