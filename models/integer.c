// Integer arithmetic of <stdlib.h> and <inttypes.h>: absolute values and division.
//
// The absolute value of the smallest number overflows, which is the program's error.

int abs(int x) {
    return x < 0 ? -x : x;
}

long labs(long x) {
    return x < 0 ? -x : x;
}

long long llabs(long long x) {
    return x < 0 ? -x : x;
}

long long imaxabs(long long x) {
    return llabs(x);
}

struct int_division {
    int quotient, remainder;
};

struct long_division {
    long quotient, remainder;
};

struct longer_division {
    long long quotient, remainder;
};

struct int_division div(int a, int b) {
    struct int_division d;
    d.quotient = a / b;
    d.remainder = a % b;
    return d;
}

struct long_division ldiv(long a, long b) {
    struct long_division d;
    d.quotient = a / b;
    d.remainder = a % b;
    return d;
}

struct longer_division lldiv(long long a, long long b) {
    struct longer_division d;
    d.quotient = a / b;
    d.remainder = a % b;
    return d;
}

struct longer_division imaxdiv(long long a, long long b) {
    return lldiv(a, b);
}
