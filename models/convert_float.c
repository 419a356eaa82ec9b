// Text to floating point: strtod, strtof, strtold and atof.
//
// Correctly rounded for decimal numbers of up to 800 significant digits (more only
// count as "a little above"), which is exact for every float and double; also
// hexadecimal numbers, infinity and NaN. Overflow and inexact underflow set ERANGE.
// The number 0.d0d1d2… * 10^point is halved or doubled, digit by digit, until it
// lies between 1/2 and 1; then 64 bits are read off and rounded once.

int *__errno_location(void);

enum { most_digits = 800 };

struct decimal {
    int length;
    int point;
    int more; // nonzero digits were dropped behind the last one
    char digit[most_digits];
};

// A number read: mantissa * 2^exponent, the mantissa's top bit set unless it is
// zero. `rest` is what lies below its last bit: 0 nothing, 1 less than half,
// 2 half, 3 more than half.
struct binary {
    unsigned long long mantissa;
    int exponent;
    int rest;
};

struct format {
    int bits;
    int least; // exponent of the last bit of the smallest number
    int most;  // exponent beyond the largest number
};

static void trim(struct decimal *d) {
    while (d->length > 0 && d->digit[d->length - 1] == 0)
        d->length--;
}

static void put_digit(struct decimal *d, int at, char digit) {
    if (at < most_digits)
        d->digit[at] = digit;
    else if (digit)
        d->more = 1;
}

// Divides by 2^shift, for shift up to 32.
static void halve(struct decimal *d, int shift) {
    unsigned long long n = 0, mask = (1ULL << shift) - 1;
    int read = 0, written = 0;
    while (n >> shift == 0) {
        n = n * 10 + (unsigned long long)(read < d->length ? d->digit[read] : 0);
        read++;
    }
    d->point -= read - 1;
    while (n > 0 || read < d->length) {
        put_digit(d, written++, (char)(n >> shift));
        n = (n & mask) * 10 + (unsigned long long)(read < d->length ? d->digit[read] : 0);
        read++;
    }
    d->length = written < most_digits ? written : most_digits;
    trim(d);
}

// Multiplies by 2^shift, for shift up to 32.
static void twice(struct decimal *d, int shift) {
    unsigned long long carry = 0;
    for (int i = d->length; i > 0; i--) {
        carry += (unsigned long long)d->digit[i - 1] << shift;
        d->digit[i - 1] = (char)(carry % 10);
        carry /= 10;
    }
    int extra = 0;
    for (unsigned long long rest = carry; rest > 0; rest /= 10)
        extra++;
    for (int i = d->length; i > 0; i--)
        put_digit(d, i - 1 + extra, d->digit[i - 1]);
    for (int i = extra; i > 0; i--) {
        d->digit[i - 1] = (char)(carry % 10);
        carry /= 10;
    }
    d->point += extra;
    d->length = d->length + extra < most_digits ? d->length + extra : most_digits;
    trim(d);
}

static struct binary to_binary(struct decimal *d) {
    // 2^powers[n] has at most n + 1 digits: the steps in which to come near 1.
    static const char powers[9] = {1, 3, 6, 9, 13, 16, 19, 23, 26};
    struct binary b = {0, 0, 0};
    if (d->length == 0)
        return b;
    if (d->point > 6000 || d->point < -6000) {
        // Far outside of every format.
        b.mantissa = 1ULL << 63;
        b.exponent = d->point > 0 ? 20000 : -20000;
        return b;
    }
    while (d->point > 0) {
        int shift = d->point < 9 ? powers[d->point] : 27;
        halve(d, shift);
        b.exponent += shift;
    }
    while (d->point < 0 || d->digit[0] < 5) {
        int shift = -d->point < 9 ? powers[-d->point] : 27;
        twice(d, shift);
        b.exponent -= shift;
    }
    twice(d, 32);
    twice(d, 32);
    b.exponent -= 64;
    for (int i = 0; i < d->point; i++)
        b.mantissa = b.mantissa * 10 + (unsigned long long)(i < d->length ? d->digit[i] : 0);
    if (d->length > d->point) {
        char next = d->digit[d->point];
        b.rest = next < 5 ? 1 : next > 5 || d->length > d->point + 1 || d->more ? 3 : 2;
    } else if (d->more) {
        b.rest = 1;
    }
    return b;
}

// The value m * 2^e, which must be one of long double's.
static long double compose(unsigned long long mantissa, int exponent) {
    union {
        long double value;
        struct {
            unsigned long long mantissa;
            unsigned short exponent;
        } part;
    } u;
    u.value = 0;
    if (mantissa == 0)
        return u.value;
    while (mantissa >> 63 == 0 && exponent > -16445) {
        mantissa <<= 1;
        exponent--;
    }
    u.part.mantissa = mantissa;
    u.part.exponent = mantissa >> 63 ? (unsigned short)(exponent + 16383 + 63) : 0;
    return u.value;
}

static long double round_to(struct binary b, const struct format *f) {
    if (b.mantissa == 0)
        return 0;
    int drop = 64 - f->bits;
    if (b.exponent + drop < f->least)
        drop = f->least - b.exponent;
    unsigned long long kept = 0, low = b.mantissa, half = 0;
    if (drop == 0) {
        kept = b.mantissa;
        low = 0;
    } else if (drop <= 64) {
        half = 1ULL << (drop - 1);
        if (drop < 64) {
            kept = b.mantissa >> drop;
            low = b.mantissa & ((1ULL << drop) - 1);
        }
    }
    int up = 0;
    if (drop == 0)
        up = b.rest == 3 || (b.rest == 2 && kept % 2 == 1);
    else if (drop <= 64)
        up = low > half || (low == half && (b.rest != 0 || kept % 2 == 1));
    int exponent = b.exponent + drop;
    if (kept >> (f->bits - 1) == 0 && (low != 0 || b.rest != 0))
        *__errno_location() = 34; // ERANGE: inexact and below the normal numbers
    if (up && kept == ~0ULL) {
        kept = 1ULL << 63;
        exponent++;
    } else if (up) {
        kept++;
    }
    int width = 0;
    while (width < 64 && kept >> width != 0)
        width++;
    if (exponent + width > f->most) {
        *__errno_location() = 34;
        return __builtin_infl();
    }
    return compose(kept, exponent);
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

// Reads an exponent "e-5" if there is one; moves `at` behind it.
static int read_exponent(const char **at, char lower) {
    const char *p = *at;
    if (*p != lower && *p != lower - 32)
        return 0;
    p++;
    int negative = *p == '-', value = 0;
    if (*p == '-' || *p == '+')
        p++;
    if (*p < '0' || *p > '9')
        return 0;
    for (; *p >= '0' && *p <= '9'; p++)
        if (value < 100000)
            value = value * 10 + (*p - '0');
    *at = p;
    return negative ? -value : value;
}

// Reads digits with a point; null if there are none.
static const char *read_decimal(const char *at, struct decimal *d) {
    int digits = 0, point_seen = 0;
    d->length = d->point = d->more = 0;
    for (;; at++) {
        if (*at == '.' && !point_seen) {
            point_seen = 1;
        } else if (*at >= '0' && *at <= '9') {
            digits = 1;
            if (d->length == 0 && *at == '0') {
                d->point -= point_seen; // a leading zero
                continue;
            }
            put_digit(d, d->length, (char)(*at - '0'));
            if (d->length < most_digits)
                d->length++;
            d->point += !point_seen;
        } else {
            break;
        }
    }
    if (!digits)
        return 0;
    d->point += read_exponent(&at, 'e');
    trim(d);
    return at;
}

// Reads what follows "0x"; null if there are no digits.
static const char *read_hexadecimal(const char *at, struct binary *b) {
    int digits = 0, point_seen = 0, behind_point = 0, dropped = 0;
    b->mantissa = 0;
    b->rest = 0;
    for (;; at++) {
        if (*at == '.' && !point_seen) {
            point_seen = 1;
            continue;
        }
        int digit = hex_value(*at);
        if (digit >= 16)
            break;
        digits = 1;
        behind_point += point_seen;
        for (int i = 3; i >= 0; i--) {
            int bit = digit >> i & 1;
            if (b->mantissa >> 63 == 0)
                b->mantissa = b->mantissa * 2 + (unsigned long long)bit;
            else
                b->rest |= dropped++ == 0 ? 2 * bit : bit;
        }
    }
    if (!digits)
        return 0;
    b->exponent = dropped - 4 * behind_point + read_exponent(&at, 'p');
    while (b->mantissa != 0 && b->mantissa >> 63 == 0) {
        b->mantissa <<= 1;
        b->exponent--;
    }
    return at;
}

// Does the text begin with the lower-case word, in any case?
static int begins(const char *text, const char *word) {
    for (; *word; text++, word++)
        if (*text != *word && *text != *word - 32)
            return 0;
    return 1;
}

// Behind "nan": letters and digits in parentheses, if they are closed.
static const char *read_payload(const char *at) {
    if (*at != '(')
        return at;
    const char *p = at + 1;
    while (hex_value(*p) < 16 || (*p >= 'g' && *p <= 'z') || (*p >= 'G' && *p <= 'Z') || *p == '_')
        p++;
    return *p == ')' ? p + 1 : at;
}

static long double parse(const char *text, char **end, const struct format *f) {
    const char *at = text;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    int negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    long double value = 0;
    const char *behind = 0;
    if (begins(at, "inf")) {
        behind = at + (begins(at, "infinity") ? 8 : 3);
        value = __builtin_infl();
    } else if (begins(at, "nan")) {
        behind = read_payload(at + 3);
        value = __builtin_nanl("");
    } else {
        struct binary b;
        if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
            behind = read_hexadecimal(at + 2, &b);
        if (!behind) {
            struct decimal d;
            behind = read_decimal(at, &d);
            if (behind)
                b = to_binary(&d);
        }
        if (behind)
            value = round_to(b, f);
    }
    if (end)
        *end = (char *)(behind ? behind : text);
    return negative && behind ? -value : value;
}

double strtod(const char *text, char **end) {
    static const struct format format = {53, -1074, 1024};
    return (double)parse(text, end, &format);
}

float strtof(const char *text, char **end) {
    static const struct format format = {24, -149, 128};
    return (float)parse(text, end, &format);
}

long double strtold(const char *text, char **end) {
    static const struct format format = {64, -16445, 16384};
    return parse(text, end, &format);
}

double atof(const char *text) {
    return strtod(text, 0);
}
