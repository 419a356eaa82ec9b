// Text to integers, and errno.
//
// strtol and its relatives are exact: blanks, sign, bases 0 and 2 to 36, the end
// pointer, and the limits with ERANGE. As in glibc, an invalid base gives zero,
// EINVAL, and leaves the end pointer alone. atoi and the like take strtol's value,
// where C leaves what does not fit undefined. Floating point is in convert_float.c.

int errno;

int *__errno_location(void) {
    return &errno;
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

struct number {
    unsigned long long magnitude;
    int negative;
    int too_large;
};

// Reads a number whose magnitude is at most `most`, or `most_negative` after a
// minus sign.
static struct number parse(const char *text, char **end, int base, unsigned long long most,
                           unsigned long long most_negative) {
    struct number n = {0, 0, 0};
    if (base < 0 || base == 1 || base > 36) {
        errno = 22; // EINVAL
        return n;
    }
    const char *at = text;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at == '-' || *at == '+') {
        n.negative = *at == '-';
        at++;
    }
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_value(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    unsigned long long limit = n.negative ? most_negative : most;
    const char *first = at;
    for (; digit_value(*at) < base; at++) {
        unsigned digit = (unsigned)digit_value(*at);
        if (n.too_large || n.magnitude > (limit - digit) / (unsigned)base)
            n.too_large = 1;
        else
            n.magnitude = n.magnitude * (unsigned)base + digit;
    }
    if (n.too_large) {
        n.magnitude = limit;
        errno = 34; // ERANGE
    }
    if (end)
        *end = (char *)(at == first ? text : at);
    return n;
}

long long strtoll(const char *text, char **end, int base) {
    unsigned long long most = ~0ULL / 2;
    struct number n = parse(text, end, base, most, most + 1);
    if (!n.negative)
        return (long long)n.magnitude;
    // The smallest number has no positive counterpart.
    return n.magnitude > most ? -(long long)most - 1 : -(long long)n.magnitude;
}

unsigned long long strtoull(const char *text, char **end, int base) {
    struct number n = parse(text, end, base, ~0ULL, ~0ULL);
    return n.negative && !n.too_large ? 0 - n.magnitude : n.magnitude;
}

long strtol(const char *text, char **end, int base) {
    unsigned long most = ~0UL / 2;
    struct number n = parse(text, end, base, most, (unsigned long long)most + 1);
    if (!n.negative)
        return (long)n.magnitude;
    return n.magnitude > most ? -(long)most - 1 : -(long)n.magnitude;
}

unsigned long strtoul(const char *text, char **end, int base) {
    struct number n = parse(text, end, base, ~0UL, ~0UL);
    return (unsigned long)(n.negative && !n.too_large ? 0 - n.magnitude : n.magnitude);
}

int atoi(const char *text) {
    return (int)strtol(text, 0, 10);
}

long atol(const char *text) {
    return strtol(text, 0, 10);
}

long long atoll(const char *text) {
    return strtoll(text, 0, 10);
}

long long strtoimax(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}

unsigned long long strtoumax(const char *text, char **end, int base) {
    return strtoull(text, end, base);
}

long long strtoq(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}

unsigned long long strtouq(const char *text, char **end, int base) {
    return strtoull(text, end, base);
}

// The names glibc's headers put in place of the above.

long __strtol_internal(const char *text, char **end, int base, int group) {
    (void)group;
    return strtol(text, end, base);
}

unsigned long __strtoul_internal(const char *text, char **end, int base, int group) {
    (void)group;
    return strtoul(text, end, base);
}

long __isoc23_strtol(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
    return strtoul(text, end, base);
}

long long __isoc23_strtoll(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
    return strtoull(text, end, base);
}
