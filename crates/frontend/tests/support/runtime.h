// What the C that `emit.rs` prints builds on.

#define UNALIGNED(name, type) typedef type __attribute__((may_alias, aligned(1))) name

UNALIGNED(u_bool, _Bool);
UNALIGNED(u_char, char);
UNALIGNED(u_schar, signed char);
UNALIGNED(u_uchar, unsigned char);
UNALIGNED(u_short, short);
UNALIGNED(u_ushort, unsigned short);
UNALIGNED(u_int, int);
UNALIGNED(u_uint, unsigned);
UNALIGNED(u_long, long);
UNALIGNED(u_ulong, unsigned long);
UNALIGNED(u_longlong, long long);
UNALIGNED(u_ulonglong, unsigned long long);
UNALIGNED(u_float16, _Float16);
UNALIGNED(u_float, float);
UNALIGNED(u_float32, _Float32);
UNALIGNED(u_double, double);
UNALIGNED(u_float32x, _Float32x);
UNALIGNED(u_float64, _Float64);
UNALIGNED(u_longdouble, long double);
UNALIGNED(u_float64x, _Float64x);
UNALIGNED(u_float128, _Float128);
UNALIGNED(u_complex_float16, _Complex _Float16);
UNALIGNED(u_complex_float, _Complex float);
UNALIGNED(u_complex_float32, _Complex _Float32);
UNALIGNED(u_complex_double, _Complex double);
UNALIGNED(u_complex_float32x, _Complex _Float32x);
UNALIGNED(u_complex_float64, _Complex _Float64);
UNALIGNED(u_complex_longdouble, _Complex long double);
UNALIGNED(u_complex_float64x, _Complex _Float64x);
UNALIGNED(u_complex_float128, _Complex _Float128);
UNALIGNED(u_pointer, char *);

typedef unsigned long long word;

extern int rt_print(int, const char *, ...) __asm__("dprintf");

// The emitted program came to where its automaton does not go on.
static void rt_stop(const char *why) {
    rt_print(2, "stopped: %s\n", why);
    __builtin_trap();
}

// Floating constants from their bits.

#define FROM_BITS(name, type, bits)                 \
    static type name(bits b) {                      \
        type value;                                 \
        __builtin_memcpy(&value, &b, sizeof value); \
        return value;                               \
    }
FROM_BITS(rt_float16, _Float16, unsigned short)
FROM_BITS(rt_float, float, unsigned)
FROM_BITS(rt_float32, _Float32, unsigned)
FROM_BITS(rt_double, double, word)
FROM_BITS(rt_float32x, _Float32x, word)
FROM_BITS(rt_float64, _Float64, word)

static long double rt_longdouble(word high, word low) {
    long double value;
    __builtin_memcpy(&value, &low, 8);
    __builtin_memcpy((char *)&value + 8, &high, 2);
    return value;
}

static _Float64x rt_float64x(word high, word low) { return rt_longdouble(high, low); }

static _Float128 rt_float128(word high, word low) {
    _Float128 value;
    __builtin_memcpy(&value, &low, 8);
    __builtin_memcpy((char *)&value + 8, &high, 8);
    return value;
}

// Bit-fields: `width` bits that begin `shift` bits into the byte at `p`.

#define BIT_FIELDS(name, type)                                                      \
    static type name##_get(const char *bytes, int shift, int width) {               \
        const unsigned char *p = (const unsigned char *)bytes;                      \
        type value = 0;                                                             \
        for (int i = 0; 8 * i < shift + width; i++) {                               \
            int at = 8 * i - shift;                                                 \
            value |= at < 0 ? (type)(p[i] >> -at) : (type)p[i] << at;               \
        }                                                                           \
        int unused = 8 * (int)sizeof(type) - width;                                 \
        return value << unused >> unused;                                           \
    }                                                                               \
    static void name##_set(char *bytes, int shift, int width, type value) {         \
        unsigned char *p = (unsigned char *)bytes;                                  \
        for (int i = 0; 8 * i < shift + width; i++) {                               \
            int at = 8 * i - shift;                                                 \
            int low = at < 0 ? -at : 0, high = width - at < 8 ? width - at : 8;     \
            unsigned mask = ((1u << high) - 1) & ~((1u << low) - 1);                \
            unsigned part = (unsigned)(at < 0 ? value << -at : value >> at);        \
            p[i] = (p[i] & ~mask) | (part & mask);                                  \
        }                                                                           \
    }
BIT_FIELDS(rt_bits, word)

static long long rt_bits_signed(const char *bytes, int shift, int width) {
    return (long long)(rt_bits_get(bytes, shift, width) << (64 - width)) >> (64 - width);
}

// 128-bit integers, which gcc has for 64-bit machines only.

#ifdef __SIZEOF_INT128__

UNALIGNED(u_int128, __int128);
UNALIGNED(u_uint128, unsigned __int128);
BIT_FIELDS(rt_wide_bits, unsigned __int128)

static __int128 rt_wide_bits_signed(const char *bytes, int shift, int width) {
    return (__int128)(rt_wide_bits_get(bytes, shift, width) << (128 - width)) >> (128 - width);
}

#else

typedef struct {
    word low, high;
} wide;
UNALIGNED(u_wide, wide);

static wide w_make(word high, word low) { return (wide){low, high}; }
static wide w_signed(long long a) { return w_make(a < 0 ? -1ull : 0, a); }
static wide w_unsigned(word a) { return w_make(0, a); }
static wide w_not(wide a) { return w_make(~a.high, ~a.low); }
static wide w_and(wide a, wide b) { return w_make(a.high & b.high, a.low & b.low); }
static wide w_or(wide a, wide b) { return w_make(a.high | b.high, a.low | b.low); }
static wide w_xor(wide a, wide b) { return w_make(a.high ^ b.high, a.low ^ b.low); }
static wide w_add(wide a, wide b) {
    word low = a.low + b.low;
    return w_make(a.high + b.high + (low < a.low), low);
}
static wide w_neg(wide a) { return w_add(w_not(a), w_make(0, 1)); }
static wide w_sub(wide a, wide b) { return w_add(a, w_neg(b)); }
static wide w_shl(wide a, int n) {
    return n == 0 ? a : n >= 64 ? w_make(a.low << (n - 64), 0)
                                : w_make(a.high << n | a.low >> (64 - n), a.low << n);
}
static wide w_shr_unsigned(wide a, int n) {
    return n == 0 ? a : n >= 64 ? w_make(0, a.high >> (n - 64))
                                : w_make(a.high >> n, a.low >> n | a.high << (64 - n));
}
static wide w_shr_signed(wide a, int n) {
    return (long long)a.high < 0 ? w_not(w_shr_unsigned(w_not(a), n)) : w_shr_unsigned(a, n);
}
static int w_eq(wide a, wide b) { return a.high == b.high && a.low == b.low; }
static int w_lt_unsigned(wide a, wide b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}
static int w_lt_signed(wide a, wide b) {
    return a.high != b.high ? (long long)a.high < (long long)b.high : a.low < b.low;
}
static wide w_mul(wide a, wide b) {
    wide product = w_make(0, 0);
    for (int i = 0; i < 128; i++)
        if (w_shr_unsigned(b, i).low & 1)
            product = w_add(product, w_shl(a, i));
    return product;
}
static wide w_div_unsigned(wide a, wide b) {
    wide quotient = w_make(0, 0), rest = w_make(0, 0);
    for (int i = 127; i >= 0; i--) {
        rest = w_or(w_shl(rest, 1), w_make(0, w_shr_unsigned(a, i).low & 1));
        if (!w_lt_unsigned(rest, b)) {
            rest = w_sub(rest, b);
            quotient = w_or(quotient, w_shl(w_make(0, 1), i));
        }
    }
    return quotient;
}
static wide w_div_signed(wide a, wide b) {
    int minus = ((a.high ^ b.high) >> 63) != 0;
    wide quotient = w_div_unsigned((long long)a.high < 0 ? w_neg(a) : a,
                                   (long long)b.high < 0 ? w_neg(b) : b);
    return minus ? w_neg(quotient) : quotient;
}
static wide w_rem_unsigned(wide a, wide b) { return w_sub(a, w_mul(w_div_unsigned(a, b), b)); }
static wide w_rem_signed(wide a, wide b) { return w_sub(a, w_mul(w_div_signed(a, b), b)); }

#endif
