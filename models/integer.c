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

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int a, int b) {
    div_t d;
    d.quot = a / b;
    d.rem = a % b;
    return d;
}

ldiv_t ldiv(long a, long b) {
    ldiv_t d;
    d.quot = a / b;
    d.rem = a % b;
    return d;
}

lldiv_t lldiv(long long a, long long b) {
    lldiv_t d;
    d.quot = a / b;
    d.rem = a % b;
    return d;
}

lldiv_t imaxdiv(long long a, long long b) {
    return lldiv(a, b);
}
