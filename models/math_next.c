// The neighbours of floating-point numbers. The bits of numbers of one sign are in the order of the
// numbers. Those of numbers but zero set ERANGE if they are
// infinite, denormal or zero.

int *__errno_location(void);

double nextafter(double x, double y) {
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    union {
        double number;
        unsigned long long bits;
    } next = {x};
    if (x == 0) {
        next.bits = 1;
        return y < 0 ? -next.number : next.number;
    }
    if ((x < y) == (x > 0))
        next.bits++;
    else
        next.bits--;
    int is_infinite = next.number - next.number != 0;
    if (is_infinite || (next.number < 0x1p-1022 && next.number > -0x1p-1022))
        *__errno_location() = 34; // ERANGE
    return next.number;
}

float nextafterf(float x, float y) {
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    union {
        float number;
        unsigned bits;
    } next = {x};
    if (x == 0) {
        next.bits = 1;
        return y < 0 ? -next.number : next.number;
    }
    if ((x < y) == (x > 0))
        next.bits++;
    else
        next.bits--;
    int is_infinite = next.number - next.number != 0;
    if (is_infinite || (next.number < 0x1p-126f && next.number > -0x1p-126f))
        *__errno_location() = 34; // ERANGE
    return next.number;
}
