// sscanf and vsscanf, exact, and the reading of scanf's directives, which
// scan_input.c uses too.
//
// All conversions of C11 with widths, length modifiers and assignment suppression,
// and POSIX's allocating %ms and %m[. Integers that do not fit become strtol's
// limits, then lose their upper bits, as in glibc; also as there, "0x" reads as zero
// and "1e+" as one. Unsupported: floating-point items of more than 500 characters,
// arguments by position, %lc, %ls and %l[.

int *__errno_location(void);
void __concord_unsupported(const char *what);
void *malloc(unsigned long size);
float strtof(const char *text, char **end);
double strtod(const char *text, char **end);
long double strtold(const char *text, char **end);

struct __concord_scan {
    int suppressed;
    int allocated;
    unsigned long width; // 0 if there is none
    char length;         // 0, h, l, j, z, t, L; H for hh, q for ll
    char conversion;
    int inverted;        // of [: the characters that are not listed
    const char *set;     // of [: its first character …
    const char *set_end; // … and the closing bracket
};

// Reads a directive after its '%'; the result points behind it, or at the
// terminating zero if that comes first.
const char *__concord_scan_directive(const char *f, struct __concord_scan *d) {
    d->suppressed = 0;
    d->allocated = 0;
    d->width = 0;
    d->length = 0;
    d->inverted = 0;
    if (*f == '*') {
        d->suppressed = 1;
        f++;
    }
    for (; *f >= '0' && *f <= '9'; f++)
        if (d->width < 100000000)
            d->width = d->width * 10 + (unsigned long)(*f - '0');
    if (*f == 'm') {
        d->allocated = 1;
        f++;
    }
    if (*f == 'h' || *f == 'l') {
        d->length = *f++;
        if (*f == d->length) {
            d->length = d->length == 'h' ? 'H' : 'q';
            f++;
        }
    } else if (*f == 'j' || *f == 'z' || *f == 't' || *f == 'L' || *f == 'q') {
        d->length = *f++;
    }
    d->conversion = *f;
    if (*f == '[') {
        f++;
        if (*f == '^') {
            d->inverted = 1;
            f++;
        }
        d->set = f;
        if (*f == ']')
            f++;
        while (*f && *f != ']')
            f++;
        d->set_end = f;
        if (!*f)
            d->conversion = 0;
    }
    return *f ? f + 1 : f;
}

static int is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Does a string conversion take this character?
int __concord_scan_takes(const struct __concord_scan *d, char c) {
    if (d->conversion == 'c')
        return 1;
    if (d->conversion == 's')
        return !is_space(c);
    int listed = 0;
    for (const char *s = d->set; s < d->set_end; s++) {
        if (s[0] == '-' && s > d->set && s + 1 < d->set_end && (unsigned char)s[-1] <= (unsigned char)s[1]) {
            if ((unsigned char)c >= (unsigned char)s[-1] && (unsigned char)c <= (unsigned char)s[1])
                listed = 1;
        } else if (s[0] == c) {
            listed = 1;
        }
    }
    return listed != d->inverted;
}

struct arguments {
    __builtin_va_list list;
};

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

static void store_integer(struct arguments *a, char length, unsigned long long value) {
    switch (length) {
    case 'H': *__builtin_va_arg(a->list, signed char *) = (signed char)value; break;
    case 'h': *__builtin_va_arg(a->list, short *) = (short)value; break;
    case 'l': case 'z': case 't': *__builtin_va_arg(a->list, long *) = (long)value; break;
    case 'q': case 'j': case 'L': *__builtin_va_arg(a->list, long long *) = (long long)value; break;
    default: *__builtin_va_arg(a->list, int *) = (int)value; break;
    }
}

// Reads an integer in at most `width` characters. Null if there is none.
static const char *scan_integer(const char *at, struct __concord_scan *d, struct arguments *a) {
    const char *end = at;
    unsigned long left = d->width ? d->width : ~0UL;
    int is_signed = d->conversion == 'd' || d->conversion == 'i';
    int is_long_long = d->length == 'q' || d->length == 'j' || d->length == 'L';
    unsigned base = d->conversion == 'o' ? 8 : d->conversion == 'x' || d->conversion == 'X' || d->conversion == 'p' ? 16 : d->conversion == 'i' ? 0 : 10;
    int negative = *end == '-';
    if ((*end == '-' || *end == '+') && left > 0) {
        end++;
        left--;
    }
    int digits = 0;
    if ((base == 0 || base == 16) && left > 0 && *end == '0') {
        end++;
        left--;
        digits = 1;
        if (left > 0 && (*end == 'x' || *end == 'X')) {
            end++;
            left--;
            base = 16;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    unsigned long long most = is_long_long ? ~0ULL : ~0UL, magnitude = 0;
    if (is_signed)
        most = most / 2 + (unsigned)negative;
    int too_large = 0;
    for (; left > 0 && (unsigned)digit_value(*end) < base; left--, end++) {
        unsigned digit = (unsigned)digit_value(*end);
        digits = 1;
        if (too_large || magnitude > (most - digit) / base)
            too_large = 1;
        else
            magnitude = magnitude * base + digit;
    }
    if (!digits)
        return 0;
    if (too_large) {
        magnitude = most;
        *__errno_location() = 34; // ERANGE
    }
    if (negative && !(too_large && !is_signed))
        magnitude = 0 - magnitude;
    if (!d->suppressed) {
        if (d->conversion == 'p')
            *__builtin_va_arg(a->list, void **) = (void *)(unsigned long)magnitude;
        else
            store_integer(a, d->length, magnitude);
    }
    return end;
}

enum { longest_float = 500 };

// Reads a floating-point number. Null if there is none.
static const char *scan_float(const char *at, struct __concord_scan *d, struct arguments *a) {
    char item[longest_float + 1];
    unsigned long most = d->width && d->width < longest_float ? d->width : longest_float, length = 0;
    unsigned long sign = at[0] == '+' || at[0] == '-';
    int hexadecimal = at[sign] == '0' && (at[sign + 1] == 'x' || at[sign + 1] == 'X');
    for (; length < most && at[length]; length++) {
        char c = at[length], before = length > 0 ? at[length - 1] : 0;
        int sign_fits = length == 0 || (hexadecimal ? before == 'p' || before == 'P' : before == 'e' || before == 'E');
        int is_sign = c == '+' || c == '-';
        int is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!(is_sign && sign_fits) && !is_letter && !(c >= '0' && c <= '9') && c != '.' && c != '(' && c != ')' && c != '_')
            break;
        item[length] = c;
    }
    if (length == longest_float)
        __concord_unsupported("a floating-point number of more than 500 characters");
    item[length] = 0;
    char *end;
    long double value;
    if (d->length == 'L' || d->length == 'q')
        value = strtold(item, &end);
    else if (d->length == 'l')
        value = strtod(item, &end);
    else
        value = strtof(item, &end);
    if (end == item)
        return 0;
    // "0x" without digits is no number.
    if (hexadecimal && end == item + sign + 1)
        return 0;
    // "1e" and "1e+" are taken whole, though nothing comes of the exponent.
    char lower = hexadecimal ? 'p' : 'e';
    int exponent_seen = 0;
    for (char *c = item; c < end; c++)
        if (*c == lower || *c == lower - 32 || *c == 'n' || *c == 'N')
            exponent_seen = 1; // or infinity, or a NaN
    if (!exponent_seen && (*end == lower || *end == lower - 32)) {
        end++;
        if (*end == '+' || *end == '-')
            end++;
    }
    if (!d->suppressed) {
        if (d->length == 'L' || d->length == 'q')
            *__builtin_va_arg(a->list, long double *) = value;
        else if (d->length == 'l')
            *__builtin_va_arg(a->list, double *) = (double)value;
        else
            *__builtin_va_arg(a->list, float *) = (float)value;
    }
    return at + (end - item);
}

// Reads characters: for c, s and [. Null if there are none that fit.
static const char *scan_text(const char *at, struct __concord_scan *d, struct arguments *a) {
    unsigned long most = d->width ? d->width : d->conversion == 'c' ? 1 : ~0UL, length = 0;
    if (d->length == 'l')
        __concord_unsupported("scanf of wide characters");
    while (length < most && at[length] && __concord_scan_takes(d, at[length]))
        length++;
    if (length == 0)
        return 0;
    if (!d->suppressed) {
        char *to;
        if (d->allocated) {
            to = malloc(length + 1);
            *__builtin_va_arg(a->list, char **) = to;
            if (!to)
                return 0;
        } else {
            to = __builtin_va_arg(a->list, char *);
        }
        for (unsigned long i = 0; i < length; i++)
            to[i] = at[i];
        if (d->conversion != 'c')
            to[length] = 0;
    }
    return at + length;
}

static int scan(const char *text, const char *f, struct arguments *a) {
    const char *at = text;
    int stored = 0;
    while (*f) {
        if (is_space(*f)) {
            while (is_space(*at))
                at++;
            f++;
            continue;
        }
        if (*f != '%') {
            if (*at != *f)
                return *at || stored ? stored : -1;
            at++;
            f++;
            continue;
        }
        struct __concord_scan d;
        f = __concord_scan_directive(f + 1, &d);
        if (d.conversion == 'n') {
            if (!d.suppressed)
                store_integer(a, d.length, (unsigned long long)(at - text));
            continue;
        }
        if (d.conversion != 'c' && d.conversion != '[')
            while (is_space(*at))
                at++;
        if (d.conversion == 0)
            return stored;
        if (!*at)
            return stored ? stored : -1;
        const char *end = 0;
        switch (d.conversion) {
        case '%':
            if (*at != '%')
                return stored;
            at++;
            continue;
        case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p': end = scan_integer(at, &d, a); break;
        case 'a': case 'e': case 'f': case 'g': case 'A': case 'E': case 'F': case 'G': end = scan_float(at, &d, a); break;
        case 'c': case 's': case '[': end = scan_text(at, &d, a); break;
        }
        if (!end)
            return stored;
        at = end;
        stored += !d.suppressed;
    }
    return stored;
}

int vsscanf(const char *text, const char *format, __builtin_va_list list) {
    struct arguments a;
    __builtin_va_copy(a.list, list);
    int count = scan(text, format, &a);
    __builtin_va_end(a.list);
    return count;
}

int sscanf(const char *text, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vsscanf(text, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc99_vsscanf(const char *text, const char *format, __builtin_va_list list) {
    return vsscanf(text, format, list);
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vsscanf(text, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc23_vsscanf(const char *text, const char *format, __builtin_va_list list) {
    return vsscanf(text, format, list);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vsscanf(text, format, list);
    __builtin_va_end(list);
    return count;
}
