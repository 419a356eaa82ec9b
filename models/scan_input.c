// scanf, fscanf and their relatives: input is any.
//
// Each conversion stores any value of its type, or the input stops matching there;
// the result is the number of conversions stored, or EOF where none was. Text that
// %s and %[ store has between one character and the width, or any length where there
// is none; it fits the directive and a zero follows. Wide characters and arguments by
// position are unsupported.

struct _IO_FILE;
extern struct _IO_FILE *stdin;

void __concord_havoc();
void __concord_unsupported(const char *what);
int __concord_stream(struct _IO_FILE *file);
int __concord_stop(struct _IO_FILE *file);
int feof(struct _IO_FILE *file);
void *malloc(unsigned long size);
void free(void *block);

struct __concord_scan {
    int suppressed;
    int allocated;
    unsigned long width;
    char length;
    char conversion;
    int inverted;
    const char *set;
    const char *set_end;
};

const char *__concord_scan_directive(const char *f, struct __concord_scan *d);
int __concord_scan_takes(const struct __concord_scan *d, char c);

struct arguments {
    __builtin_va_list list;
};

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

static void any_integer(struct arguments *a, char length) {
    switch (length) {
    case 'H': __concord_havoc(__builtin_va_arg(a->list, signed char *)); break;
    case 'h': __concord_havoc(__builtin_va_arg(a->list, short *)); break;
    case 'l': case 'z': case 't': __concord_havoc(__builtin_va_arg(a->list, long *)); break;
    case 'q': case 'j': case 'L': __concord_havoc(__builtin_va_arg(a->list, long long *)); break;
    default: __concord_havoc(__builtin_va_arg(a->list, int *)); break;
    }
}

static void any_float(struct arguments *a, char length) {
    switch (length) {
    case 'l': __concord_havoc(__builtin_va_arg(a->list, double *)); break;
    case 'L': case 'q': __concord_havoc(__builtin_va_arg(a->list, long double *)); break;
    default: __concord_havoc(__builtin_va_arg(a->list, float *)); break;
    }
}

// The result is zero if the input does not match.
static int any_text(struct arguments *a, const struct __concord_scan *d) {
    if (d->length == 'l')
        __concord_unsupported("scanf of wide characters");
    if (d->suppressed)
        return 1;
    unsigned long length;
    if (d->conversion == 'c')
        length = d->width ? d->width : 1;
    else if (d->width && length > d->width)
        length = d->width;
    else if (length == ~0UL)
        length = 1; // with the zero there must be a size for it
    char *to, **result = 0;
    if (d->allocated) {
        to = malloc(length + 1);
        if (!to)
            return 0;
        result = __builtin_va_arg(a->list, char **);
    } else {
        to = __builtin_va_arg(a->list, char *);
    }
    unsigned long i = 0;
    for (; i < length; i++) {
        char any;
        if (!__concord_scan_takes(d, any))
            break;
        to[i] = any;
    }
    if (i == 0) {
        if (d->allocated)
            free(to);
        return 0;
    }
    if (d->conversion != 'c')
        to[i] = 0;
    if (result)
        *result = to;
    return 1;
}

// The input ends or does not match here.
static int stop(struct _IO_FILE *file, int stored) {
    if (maybe()) {
        __concord_stop(file);
        return stored ? stored : -1;
    }
    return stored;
}

static int scan(struct _IO_FILE *file, const char *f, struct arguments *a) {
    int stored = 0;
    __concord_stream(file);
    if (feof(file))
        return -1;
    while (*f) {
        if (*f != '%') {
            f++;
            continue;
        }
        struct __concord_scan d;
        f = __concord_scan_directive(f + 1, &d);
        if (d.conversion != 'n' && maybe())
            return stop(file, stored);
        switch (d.conversion) {
        case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
            if (!d.suppressed)
                any_integer(a, d.length);
            break;
        case 'n': {
            int consumed;
            if (consumed < 0)
                consumed = 0;
            if (!d.suppressed)
                switch (d.length) {
                case 'H': *__builtin_va_arg(a->list, signed char *) = (signed char)consumed; break;
                case 'h': *__builtin_va_arg(a->list, short *) = (short)consumed; break;
                case 'l': case 'z': case 't': *__builtin_va_arg(a->list, long *) = consumed; break;
                case 'q': case 'j': case 'L': *__builtin_va_arg(a->list, long long *) = consumed; break;
                default: *__builtin_va_arg(a->list, int *) = consumed; break;
                }
            continue;
        }
        case 'a': case 'e': case 'f': case 'g': case 'A': case 'E': case 'F': case 'G':
            if (!d.suppressed)
                any_float(a, d.length);
            break;
        case 'p':
            if (!d.suppressed)
                __concord_havoc(__builtin_va_arg(a->list, void **));
            break;
        case 'c': case 's': case '[':
            if (!any_text(a, &d))
                return stop(file, stored);
            break;
        case '%':
            continue;
        case 0:
            return stored;
        default:
            __concord_unsupported("a directive of scanf");
            return stored;
        }
        stored += !d.suppressed;
    }
    return stored;
}

int vfscanf(struct _IO_FILE *file, const char *format, __builtin_va_list list) {
    struct arguments a;
    __builtin_va_copy(a.list, list);
    int count = scan(file, format, &a);
    __builtin_va_end(a.list);
    return count;
}

int vscanf(const char *format, __builtin_va_list list) {
    return vfscanf(stdin, format, list);
}

int scanf(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfscanf(stdin, format, list);
    __builtin_va_end(list);
    return count;
}

int fscanf(struct _IO_FILE *file, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfscanf(file, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc99_vfscanf(struct _IO_FILE *file, const char *format, __builtin_va_list list) {
    return vfscanf(file, format, list);
}

int __isoc99_vscanf(const char *format, __builtin_va_list list) {
    return vfscanf(stdin, format, list);
}

int __isoc99_scanf(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfscanf(stdin, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc99_fscanf(struct _IO_FILE *file, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfscanf(file, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc23_vfscanf(struct _IO_FILE *file, const char *format, __builtin_va_list list) {
    return vfscanf(file, format, list);
}

int __isoc23_vscanf(const char *format, __builtin_va_list list) {
    return vfscanf(stdin, format, list);
}

int __isoc23_scanf(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfscanf(stdin, format, list);
    __builtin_va_end(list);
    return count;
}

int __isoc23_fscanf(struct _IO_FILE *file, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = vfscanf(file, format, list);
    __builtin_va_end(list);
    return count;
}
