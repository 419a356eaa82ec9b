// Functions on blocks of bytes: mem*, b*, and the kernel's and gcc's variants.
//
// memcpy copies forwards byte by byte; memmove chooses its direction. Copying
// reads the source bytes, so indeterminate ones get their value then. The
// checked variants (__memcpy_chk …) ignore the size gcc passes: each access is
// checked anyway.

void *memcpy(void *to, const void *from, unsigned long n) {
    char *t = to;
    const char *f = from;
    for (unsigned long i = 0; i < n; i++)
        t[i] = f[i];
    return to;
}

void *memmove(void *to, const void *from, unsigned long n) {
    char *t = to;
    const char *f = from;
    // Compared as integers: pointers into different objects have no order.
    if ((unsigned long)t <= (unsigned long)f) {
        for (unsigned long i = 0; i < n; i++)
            t[i] = f[i];
    } else {
        for (unsigned long i = n; i > 0; i--)
            t[i - 1] = f[i - 1];
    }
    return to;
}

void *memset(void *to, int value, unsigned long n) {
    unsigned char *t = to;
    for (unsigned long i = 0; i < n; i++)
        t[i] = (unsigned char)value;
    return to;
}

// The result is any number of the right sign.
int memcmp(const void *a, const void *b, unsigned long n) {
    const unsigned char *x = a, *y = b;
    for (unsigned long i = 0; i < n; i++)
        if (x[i] != y[i]) {
            int any;
            if (x[i] < y[i])
                return any < 0 ? any : -1;
            return any > 0 ? any : 1;
        }
    return 0;
}

void *memchr(const void *block, int value, unsigned long n) {
    const unsigned char *b = block;
    for (unsigned long i = 0; i < n; i++)
        if (b[i] == (unsigned char)value)
            return (void *)(b + i);
    return 0;
}

void *memrchr(const void *block, int value, unsigned long n) {
    const unsigned char *b = block;
    for (unsigned long i = n; i > 0; i--)
        if (b[i - 1] == (unsigned char)value)
            return (void *)(b + i - 1);
    return 0;
}

void *rawmemchr(const void *block, int value) {
    const unsigned char *b = block;
    while (*b != (unsigned char)value)
        b++;
    return (void *)b;
}

void *mempcpy(void *to, const void *from, unsigned long n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, unsigned long n) {
    return mempcpy(to, from, n);
}

void *memccpy(void *to, const void *from, int stop, unsigned long n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (unsigned long i = 0; i < n; i++) {
        t[i] = f[i];
        if (f[i] == (unsigned char)stop)
            return t + i + 1;
    }
    return 0;
}

void *memmem(const void *block, unsigned long n, const void *sought, unsigned long m) {
    const char *b = block;
    for (unsigned long i = 0; m <= n && i <= n - m; i++)
        if (memcmp(b + i, sought, m) == 0)
            return (void *)(b + i);
    return 0;
}

void *memfrob(void *block, unsigned long n) {
    char *b = block;
    for (unsigned long i = 0; i < n; i++)
        b[i] ^= 42;
    return block;
}

void *memscan(void *block, int value, unsigned long n) {
    unsigned char *b = block;
    unsigned long i = 0;
    while (i < n && b[i] != (unsigned char)value)
        i++;
    return b + i;
}

void bcopy(const void *from, void *to, unsigned long n) {
    memmove(to, from, n);
}

void bzero(void *to, unsigned long n) {
    memset(to, 0, n);
}

void explicit_bzero(void *to, unsigned long n) {
    memset(to, 0, n);
}

void memzero_explicit(void *to, unsigned long n) {
    memset(to, 0, n);
}

int bcmp(const void *a, const void *b, unsigned long n) {
    return memcmp(a, b, n);
}

void swab(const void *from, void *to, long n) {
    const char *f = from;
    char *t = to;
    for (long i = 0; i + 1 < n; i += 2) {
        char first = f[i];
        t[i] = f[i + 1];
        t[i + 1] = first;
    }
}

void *__memcpy(void *to, const void *from, unsigned long n) {
    return memcpy(to, from, n);
}

void *__memset(void *to, int value, unsigned long n) {
    return memset(to, value, n);
}

void *__memcpy_chk(void *to, const void *from, unsigned long n, unsigned long size) {
    (void)size;
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, unsigned long n, unsigned long size) {
    (void)size;
    return memmove(to, from, n);
}

void *__memset_chk(void *to, int value, unsigned long n, unsigned long size) {
    (void)size;
    return memset(to, value, n);
}

void *__mempcpy_chk(void *to, const void *from, unsigned long n, unsigned long size) {
    (void)size;
    return mempcpy(to, from, n);
}
