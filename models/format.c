// The formatter behind the printf family: directives, integers, characters and
// strings. Floating-point conversions are in format_float.c, the functions a
// program calls in print.c.
//
// Flags, width, precision, length modifiers and all conversions of C11 are exact,
// with glibc's choices where C leaves one: a null string prints as "(null)", a
// null pointer as "(nil)", and an unknown directive as itself. Arguments by position
// (%2$d) are unsupported; the grouping flag does nothing, as in the C locale.
// What goes to a stream is gathered and handed out in chunks.

void __concord_output(int stream, const char *bytes, unsigned long n);
int *__errno_location(void);
void __concord_unsupported(const char *what);
char *strerror(int number);

// Widths and precisions beyond this are cut, so that sums of them fit.
enum { most_padding = 1000000000 };

enum { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATE = 8, ZERO = 16 };

// Where the text goes: to an array if there is one, else to a stream.
struct __concord_sink {
    char *array;
    unsigned long room; // characters that fit into the array
    int stream;         // 1 or 2, or 0 where nobody sees it
    unsigned long count;
    unsigned long held;
    char chunk[128];
};

struct __concord_directive {
    int flags;
    int width;
    int precision;   // -1 if there is none
    char length;     // 0, h, l, j, z, t, L; H for hh, q for ll
    char conversion;
};

struct arguments {
    __builtin_va_list list;
};

void __concord_format_float(struct __concord_sink *sink, const struct __concord_directive *d,
                            long double value);

static void flush(struct __concord_sink *sink) {
    if (sink->held && sink->stream)
        __concord_output(sink->stream, sink->chunk, sink->held);
    sink->held = 0;
}

void __concord_put(struct __concord_sink *sink, char c) {
    if (sink->array) {
        if (sink->count < sink->room)
            sink->array[sink->count] = c;
    } else if (sink->stream) {
        sink->chunk[sink->held++] = c;
        if (sink->held == sizeof sink->chunk)
            flush(sink);
    }
    sink->count++;
}

void __concord_pad(struct __concord_sink *sink, char c, int n) {
    for (int i = 0; i < n; i++)
        __concord_put(sink, c);
}

static void put_text(struct __concord_sink *sink, const struct __concord_directive *d, const char *text,
                     int length) {
    if (!(d->flags & LEFT))
        __concord_pad(sink, ' ', d->width - length);
    for (int i = 0; i < length; i++)
        __concord_put(sink, text[i]);
    if (d->flags & LEFT)
        __concord_pad(sink, ' ', d->width - length);
}

static void put_string(struct __concord_sink *sink, const struct __concord_directive *d, const char *text) {
    if (!text)
        text = d->precision < 0 || d->precision >= 6 ? "(null)" : "";
    int length = 0;
    while ((d->precision < 0 || length < d->precision) && text[length])
        length++;
    put_text(sink, d, text, length);
}

// Wide text has no bytes outside ASCII in the C locale: then the result is -1.
static int put_wide(struct __concord_sink *sink, const struct __concord_directive *d, const int *text) {
    if (!text) {
        put_string(sink, d, 0);
        return 0;
    }
    int length = 0;
    while ((d->precision < 0 || length < d->precision) && text[length]) {
        if (text[length] < 0 || text[length] > 127) {
            *__errno_location() = 84; // EILSEQ
            return -1;
        }
        length++;
    }
    if (!(d->flags & LEFT))
        __concord_pad(sink, ' ', d->width - length);
    for (int i = 0; i < length; i++)
        __concord_put(sink, (char)text[i]);
    if (d->flags & LEFT)
        __concord_pad(sink, ' ', d->width - length);
    return 0;
}

static void put_integer(struct __concord_sink *sink, const struct __concord_directive *d,
                        unsigned long long magnitude, const char *prefix, unsigned base) {
    const char *digits = d->conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char reversed[24];
    int length = 0;
    for (unsigned long long rest = magnitude; rest != 0; rest /= base)
        reversed[length++] = digits[rest % base];
    int prefix_length = 0;
    while (prefix[prefix_length])
        prefix_length++;
    int zeros = (d->precision < 0 ? 1 : d->precision) - length;
    if (zeros < 0)
        zeros = 0;
    if (base == 8 && (d->flags & ALTERNATE) && zeros == 0 && (magnitude != 0 || length == 0))
        zeros = 1;
    if ((d->flags & ZERO) && !(d->flags & LEFT) && d->precision < 0 &&
        zeros < d->width - prefix_length - length)
        zeros = d->width - prefix_length - length;
    int blanks = d->width - prefix_length - zeros - length;
    if (!(d->flags & LEFT))
        __concord_pad(sink, ' ', blanks);
    for (int i = 0; i < prefix_length; i++)
        __concord_put(sink, prefix[i]);
    __concord_pad(sink, '0', zeros);
    for (int i = length; i > 0; i--)
        __concord_put(sink, reversed[i - 1]);
    if (d->flags & LEFT)
        __concord_pad(sink, ' ', blanks);
}

static long long signed_argument(struct arguments *a, char length) {
    switch (length) {
    case 'H': return (signed char)__builtin_va_arg(a->list, int);
    case 'h': return (short)__builtin_va_arg(a->list, int);
    case 'l': case 'z': case 't': return __builtin_va_arg(a->list, long);
    case 'q': case 'j': case 'L': return __builtin_va_arg(a->list, long long);
    default: return __builtin_va_arg(a->list, int);
    }
}

static unsigned long long unsigned_argument(struct arguments *a, char length) {
    switch (length) {
    case 'H': return (unsigned char)__builtin_va_arg(a->list, unsigned);
    case 'h': return (unsigned short)__builtin_va_arg(a->list, unsigned);
    case 'l': case 'z': case 't': return __builtin_va_arg(a->list, unsigned long);
    case 'q': case 'j': case 'L': return __builtin_va_arg(a->list, unsigned long long);
    default: return __builtin_va_arg(a->list, unsigned);
    }
}

static void store_count(struct arguments *a, char length, unsigned long count) {
    switch (length) {
    case 'H': *__builtin_va_arg(a->list, signed char *) = (signed char)count; break;
    case 'h': *__builtin_va_arg(a->list, short *) = (short)count; break;
    case 'l': case 'z': case 't': *__builtin_va_arg(a->list, long *) = (long)count; break;
    case 'q': case 'j': case 'L': *__builtin_va_arg(a->list, long long *) = (long long)count; break;
    default: *__builtin_va_arg(a->list, int *) = (int)count; break;
    }
}

// Formats one directive. Returns -1 where printf fails, 0 for a directive that
// is none, 1 otherwise.
static int put_directive(struct __concord_sink *sink, struct __concord_directive *d, struct arguments *a) {
    switch (d->conversion) {
    case 'd': case 'i': {
        long long value = signed_argument(a, d->length);
        unsigned long long magnitude = (unsigned long long)value;
        const char *sign = d->flags & PLUS ? "+" : d->flags & SPACE ? " " : "";
        if (value < 0) {
            magnitude = 0 - magnitude;
            sign = "-";
        }
        put_integer(sink, d, magnitude, sign, 10);
        return 1;
    }
    case 'u': put_integer(sink, d, unsigned_argument(a, d->length), "", 10); return 1;
    case 'o': put_integer(sink, d, unsigned_argument(a, d->length), "", 8); return 1;
    case 'x': case 'X': {
        unsigned long long value = unsigned_argument(a, d->length);
        const char *prefix = value == 0 || !(d->flags & ALTERNATE) ? "" : d->conversion == 'x' ? "0x" : "0X";
        put_integer(sink, d, value, prefix, 16);
        return 1;
    }
    case 'p': {
        void *pointer = __builtin_va_arg(a->list, void *);
        if (!pointer)
            put_text(sink, d, "(nil)", 5);
        else
            put_integer(sink, d, (unsigned long)pointer, d->flags & PLUS ? "+0x" : d->flags & SPACE ? " 0x" : "0x", 16);
        return 1;
    }
    case 'c': case 'C': {
        int value = __builtin_va_arg(a->list, int);
        if ((d->length == 'l' || d->conversion == 'C') && (value < 0 || value > 127)) {
            *__errno_location() = 84; // EILSEQ
            return -1;
        }
        char c = (char)value;
        put_text(sink, d, &c, 1);
        return 1;
    }
    case 's': case 'S':
        if (d->length == 'l' || d->conversion == 'S')
            return put_wide(sink, d, __builtin_va_arg(a->list, const int *)) < 0 ? -1 : 1;
        put_string(sink, d, __builtin_va_arg(a->list, const char *));
        return 1;
    case 'm': put_string(sink, d, strerror(*__errno_location())); return 1;
    case 'n': store_count(a, d->length, sink->count); return 1;
    case '%': __concord_put(sink, '%'); return 1;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        if (d->length == 'L' || d->length == 'q')
            __concord_format_float(sink, d, __builtin_va_arg(a->list, long double));
        else
            __concord_format_float(sink, d, __builtin_va_arg(a->list, double));
        return 1;
    default: return 0;
    }
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Reads a directive after its '%'; the result points behind it, or at the
// terminating zero if that comes first.
static const char *parse_directive(const char *f, struct __concord_directive *d, struct arguments *a) {
    d->flags = 0;
    d->width = 0;
    d->precision = -1;
    d->length = 0;
    for (;; f++) {
        if (*f == '-') d->flags |= LEFT;
        else if (*f == '+') d->flags |= PLUS;
        else if (*f == ' ') d->flags |= SPACE;
        else if (*f == '#') d->flags |= ALTERNATE;
        else if (*f == '0') d->flags |= ZERO;
        else if (*f != '\'') break;
    }
    if (*f == '*') {
        int width = __builtin_va_arg(a->list, int);
        if (width < 0) {
            d->flags |= LEFT;
            width = width == -2147483647 - 1 ? 0 : -width;
        }
        d->width = width < most_padding ? width : most_padding;
        f++;
    }
    for (; is_digit(*f); f++)
        if (d->width < most_padding / 10)
            d->width = d->width * 10 + (*f - '0');
    if (*f == '.') {
        f++;
        d->precision = 0;
        if (*f == '*') {
            d->precision = __builtin_va_arg(a->list, int);
            if (d->precision < 0)
                d->precision = -1;
            if (d->precision > most_padding)
                d->precision = most_padding;
            f++;
        }
        for (; is_digit(*f); f++)
            if (d->precision < most_padding / 10)
                d->precision = d->precision * 10 + (*f - '0');
    }
    if (*f == 'h' || *f == 'l') {
        d->length = *f++;
        if (*f == d->length) {
            d->length = d->length == 'h' ? 'H' : 'q';
            f++;
        }
    } else if (*f == 'j' || *f == 't' || *f == 'L' || *f == 'q') {
        d->length = *f++;
    } else if (*f == 'z' || *f == 'Z') {
        d->length = 'z';
        f++;
    }
    d->conversion = *f;
    return *f ? f + 1 : f;
}

static int format(struct __concord_sink *sink, const char *f, struct arguments *a) {
    while (*f) {
        if (*f != '%') {
            __concord_put(sink, *f++);
            continue;
        }
        struct __concord_directive d;
        const char *next = parse_directive(f + 1, &d, a);
        if (d.conversion == '$')
            __concord_unsupported("arguments of printf by position");
        int done = d.conversion == 0 ? -1 : put_directive(sink, &d, a);
        if (done < 0) {
            flush(sink);
            return -1;
        }
        if (done == 0)
            for (; f < next; f++)
                __concord_put(sink, *f);
        f = next;
    }
    flush(sink);
    return (int)sink->count;
}

// Prints to a stream: 1, 2, or 0 where nobody sees it.
int __concord_print(int stream, const char *text, __builtin_va_list list) {
    struct __concord_sink sink;
    sink.array = 0;
    sink.room = 0;
    sink.stream = stream;
    sink.count = 0;
    sink.held = 0;
    struct arguments a;
    __builtin_va_copy(a.list, list);
    int count = format(&sink, text, &a);
    __builtin_va_end(a.list);
    return count;
}

// Prints into an array of `size` bytes, the terminating zero included. With size
// zero nothing is written.
int __concord_print_to(char *array, unsigned long size, const char *text, __builtin_va_list list) {
    struct __concord_sink sink;
    sink.array = size ? array : 0;
    sink.room = size ? size - 1 : 0;
    sink.stream = 0;
    sink.count = 0;
    sink.held = 0;
    struct arguments a;
    __builtin_va_copy(a.list, list);
    int count = format(&sink, text, &a);
    __builtin_va_end(a.list);
    if (size)
        array[sink.count < sink.room ? sink.count : sink.room] = 0;
    return count;
}
