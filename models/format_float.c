// Floating-point conversions of the printf family: f e g a, in both cases, for
// double and long double.
//
// Exact: the value m * 2^e is expanded into all its decimal digits (m * 2^e, or
// m * 5^-e with the point moved, as a number in base 10^9) and then rounded half
// to even, as glibc does. Extreme long doubles take long.

struct __concord_sink;

struct __concord_directive {
    int flags;
    int width;
    int precision;
    char length;
    char conversion;
};

enum { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATE = 8, ZERO = 16 };

void __concord_put(struct __concord_sink *sink, char c);
void __concord_pad(struct __concord_sink *sink, char c, int n);

// The x87 extended format, which holds every double.
union extended {
    long double value;
    struct {
        unsigned long long mantissa;
        unsigned short sign_and_exponent;
    } part;
};

enum { limb_base = 1000000000, most_limbs = 1300 };

// A natural number in base 10^9, least significant limb first.
struct natural {
    int length;
    unsigned limb[most_limbs];
};

// The value 0.d0d1d2… * 10^point; digits from `length` on are zero.
struct decimal {
    int length;
    int point;
    char digit[9 * most_limbs];
};

static void multiply(struct natural *n, unsigned factor) {
    unsigned long long carry = 0;
    for (int i = 0; i < n->length; i++) {
        carry += (unsigned long long)n->limb[i] * factor;
        n->limb[i] = (unsigned)(carry % limb_base);
        carry /= limb_base;
    }
    while (carry) {
        n->limb[n->length++] = (unsigned)(carry % limb_base);
        carry /= limb_base;
    }
}

// All decimal digits of mantissa * 2^exponent.
static void expand(struct decimal *d, unsigned long long mantissa, int exponent) {
    d->length = 0;
    d->point = 0;
    if (mantissa == 0)
        return;
    while (exponent < 0 && mantissa % 2 == 0) {
        mantissa /= 2;
        exponent++;
    }
    struct natural n;
    n.length = 0;
    for (; mantissa; mantissa /= limb_base)
        n.limb[n.length++] = (unsigned)(mantissa % limb_base);
    int decimals = exponent < 0 ? -exponent : 0;
    for (; exponent >= 29; exponent -= 29)
        multiply(&n, 1u << 29);
    for (; exponent > 0; exponent--)
        multiply(&n, 2);
    for (; exponent <= -13; exponent += 13)
        multiply(&n, 1220703125); // 5^13
    for (; exponent < 0; exponent++)
        multiply(&n, 5);
    for (int i = n.length; i > 0; i--)
        for (unsigned rest = n.limb[i - 1], unit = limb_base / 10; unit > 0; unit /= 10) {
            char digit = (char)(rest / unit);
            rest %= unit;
            if (d->length > 0 || digit != 0)
                d->digit[d->length++] = digit;
        }
    d->point = d->length - decimals;
}

// Rounds to the first `keep` digits, half to even.
static void round_to(struct decimal *d, int keep) {
    if (keep >= d->length)
        return;
    if (keep < 0) {
        d->length = 0;
        return;
    }
    int up = d->digit[keep] > 5;
    if (d->digit[keep] == 5) {
        up = keep > 0 && d->digit[keep - 1] % 2 == 1;
        for (int i = keep + 1; i < d->length; i++)
            if (d->digit[i] != 0)
                up = 1;
    }
    d->length = keep;
    if (!up)
        return;
    while (d->length > 0 && d->digit[d->length - 1] == 9)
        d->length--;
    if (d->length > 0) {
        d->digit[d->length - 1]++;
    } else {
        d->digit[0] = 1;
        d->length = 1;
        d->point++;
    }
}

static char digit_at(const struct decimal *d, int i) {
    return i >= 0 && i < d->length ? (char)('0' + d->digit[i]) : '0';
}

// Padding and sign before a text of this length, and the padding after it.
static void begin(struct __concord_sink *sink, const struct __concord_directive *d, const char *prefix, int length) {
    for (int i = 0; prefix[i]; i++)
        length++;
    if (!(d->flags & (LEFT | ZERO)))
        __concord_pad(sink, ' ', d->width - length);
    for (int i = 0; prefix[i]; i++)
        __concord_put(sink, prefix[i]);
    if ((d->flags & ZERO) && !(d->flags & LEFT))
        __concord_pad(sink, '0', d->width - length);
}

static void end(struct __concord_sink *sink, const struct __concord_directive *d, const char *prefix, int length) {
    for (int i = 0; prefix[i]; i++)
        length++;
    if (d->flags & LEFT)
        __concord_pad(sink, ' ', d->width - length);
}

// The exponent after its letter: a sign and at least `least` digits. Written
// backwards into `text`; the result is its length.
static int exponent_text(char *text, int exponent, int least) {
    int negative = exponent < 0, length = 0;
    for (unsigned rest = negative ? 0u - (unsigned)exponent : (unsigned)exponent; rest != 0 || length < least; rest /= 10)
        text[length++] = (char)('0' + rest % 10);
    text[length++] = negative ? '-' : '+';
    return length;
}

static void put_fixed(struct __concord_sink *sink, const struct __concord_directive *d, const char *sign,
                      struct decimal *v, int precision) {
    int whole = v->length > 0 && v->point > 0 ? v->point : 1;
    int dot = precision > 0 || (d->flags & ALTERNATE) != 0;
    int length = whole + dot + precision;
    begin(sink, d, sign, length);
    for (int i = 0; i < whole; i++)
        __concord_put(sink, v->point > 0 ? digit_at(v, i) : '0');
    if (dot)
        __concord_put(sink, '.');
    for (int i = 0; i < precision; i++)
        __concord_put(sink, digit_at(v, v->point + i));
    end(sink, d, sign, length);
}

static void put_scientific(struct __concord_sink *sink, const struct __concord_directive *d, const char *sign,
                           struct decimal *v, int precision, char letter) {
    char exponent[8];
    int exponent_length = exponent_text(exponent, v->length > 0 ? v->point - 1 : 0, 2);
    int dot = precision > 0 || (d->flags & ALTERNATE) != 0;
    int length = 1 + dot + precision + 1 + exponent_length;
    begin(sink, d, sign, length);
    __concord_put(sink, digit_at(v, 0));
    if (dot)
        __concord_put(sink, '.');
    for (int i = 1; i <= precision; i++)
        __concord_put(sink, digit_at(v, i));
    __concord_put(sink, letter);
    for (int i = exponent_length; i > 0; i--)
        __concord_put(sink, exponent[i - 1]);
    end(sink, d, sign, length);
}

static void put_general(struct __concord_sink *sink, const struct __concord_directive *d, const char *sign,
                        struct decimal *v, int precision, char letter) {
    if (precision == 0)
        precision = 1;
    round_to(v, precision);
    int exponent = v->length > 0 ? v->point - 1 : 0;
    if (!(d->flags & ALTERNATE)) {
        // Trailing zeros go: only as many digits as there are.
        while (v->length > 0 && v->digit[v->length - 1] == 0)
            v->length--;
        int digits = v->length > 0 ? v->length : 1;
        if (exponent < -4 || exponent >= precision)
            put_scientific(sink, d, sign, v, digits - 1, letter);
        else
            put_fixed(sink, d, sign, v, digits - 1 > exponent ? digits - 1 - exponent : 0);
    } else if (exponent < -4 || exponent >= precision) {
        put_scientific(sink, d, sign, v, precision - 1, letter);
    } else {
        put_fixed(sink, d, sign, v, precision - 1 - exponent);
    }
}

// Hexadecimal: a double has one digit 1 (0 if subnormal) and 13 more, a long
// double 16 digits.
static void put_hexadecimal(struct __concord_sink *sink, const struct __concord_directive *d, const char *prefix,
                            unsigned long long mantissa, int exponent, char letter) {
    int most = 15, zero = mantissa == 0;
    if (d->length != 'L' && d->length != 'q') {
        most = 13;
        mantissa >>= 11;
        exponent += 11;
        for (; mantissa != 0 && exponent < -1074; exponent++)
            mantissa >>= 1;
    }
    int precision = d->precision;
    if (precision >= 0 && precision < most) {
        int dropped = 4 * (most - precision);
        unsigned long long rest = mantissa & ((1ULL << dropped) - 1), half = 1ULL << (dropped - 1);
        mantissa >>= dropped;
        exponent += dropped;
        if (rest > half || (rest == half && mantissa % 2 == 1))
            mantissa++;
        most = precision;
        if (mantissa >> (4 * most) == 16) {
            mantissa >>= 4;
            exponent += 4;
        }
    } else if (precision < 0) {
        while (most > 0 && mantissa % 16 == 0) {
            mantissa >>= 4;
            exponent += 4;
            most--;
        }
        precision = most;
    }
    const char *digits = letter == 'p' ? "0123456789abcdef" : "0123456789ABCDEF";
    char text[8];
    int exponent_length = exponent_text(text, zero ? 0 : exponent + 4 * most, 1);
    int dot = precision > 0 || (d->flags & ALTERNATE) != 0;
    int length = 1 + dot + precision + 1 + exponent_length;
    begin(sink, d, prefix, length);
    __concord_put(sink, digits[mantissa >> (4 * most)]);
    if (dot)
        __concord_put(sink, '.');
    for (int i = most; i > 0; i--)
        __concord_put(sink, digits[mantissa >> (4 * (i - 1)) & 15]);
    __concord_pad(sink, '0', precision - most);
    __concord_put(sink, letter);
    for (int i = exponent_length; i > 0; i--)
        __concord_put(sink, text[i - 1]);
    end(sink, d, prefix, length);
}

void __concord_format_float(struct __concord_sink *sink, const struct __concord_directive *d, long double value) {
    union extended bits;
    bits.value = value;
    unsigned long long mantissa = bits.part.mantissa;
    int negative = bits.part.sign_and_exponent >> 15, exponent = bits.part.sign_and_exponent & 0x7fff;
    int upper = d->conversion < 'a';
    if (exponent == 0x7fff) {
        struct __concord_directive plain = *d;
        plain.flags &= ~ZERO;
        const char *text = mantissa << 1 == 0 ? (upper ? "INF" : "inf") : upper ? "NAN" : "nan";
        const char *sign = negative ? "-" : d->flags & PLUS ? "+" : d->flags & SPACE ? " " : "";
        begin(sink, &plain, sign, 3);
        for (int i = 0; i < 3; i++)
            __concord_put(sink, text[i]);
        end(sink, &plain, sign, 3);
        return;
    }
    // Subnormals have the exponent of the smallest normal numbers.
    exponent = (exponent == 0 ? 1 : exponent) - 16383 - 63;
    if (d->conversion == 'a' || d->conversion == 'A') {
        const char *prefix = negative ? (upper ? "-0X" : "-0x")
                             : d->flags & PLUS ? (upper ? "+0X" : "+0x")
                             : d->flags & SPACE ? (upper ? " 0X" : " 0x")
                             : upper ? "0X" : "0x";
        put_hexadecimal(sink, d, prefix, mantissa, exponent, upper ? 'P' : 'p');
        return;
    }
    const char *sign = negative ? "-" : d->flags & PLUS ? "+" : d->flags & SPACE ? " " : "";
    struct decimal digits;
    expand(&digits, mantissa, exponent);
    int precision = d->precision < 0 ? 6 : d->precision;
    char letter = upper ? 'E' : 'e';
    switch (d->conversion) {
    case 'f': case 'F':
        round_to(&digits, digits.point + precision);
        put_fixed(sink, d, sign, &digits, precision);
        break;
    case 'e': case 'E':
        round_to(&digits, 1 + precision);
        put_scientific(sink, d, sign, &digits, precision, letter);
        break;
    default:
        put_general(sink, d, sign, &digits, precision, letter);
    }
}
