// Wide strings and characters (wchar_t is int), in the C locale.
//
// Conversions between wide and multibyte text know the 128 characters of ASCII;
// others are unsupported, for they differ between locales. wcscmp and its relatives
// return -1, 0 or 1. Wide stdio is not modelled.

void __concord_unsupported(const char *what);

unsigned long wcslen(const int *s) {
    unsigned long n = 0;
    while (s[n])
        n++;
    return n;
}

unsigned long wcsnlen(const int *s, unsigned long limit) {
    unsigned long n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

int *wmemcpy(int *to, const int *from, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        to[i] = from[i];
    return to;
}

int *wmemmove(int *to, const int *from, unsigned long n) {
    if ((unsigned long)to <= (unsigned long)from) {
        for (unsigned long i = 0; i < n; i++)
            to[i] = from[i];
    } else {
        for (unsigned long i = n; i > 0; i--)
            to[i - 1] = from[i - 1];
    }
    return to;
}

int *wmemset(int *to, int value, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        to[i] = value;
    return to;
}

int wmemcmp(const int *a, const int *b, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

int *wmemchr(const int *block, int value, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        if (block[i] == value)
            return (int *)(block + i);
    return 0;
}

int *wcscpy(int *to, const int *from) {
    unsigned long i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}

int *wcsncpy(int *to, const int *from, unsigned long n) {
    unsigned long i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

int *wcscat(int *to, const int *from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

int *wcsncat(int *to, const int *from, unsigned long n) {
    int *end = to + wcslen(to);
    unsigned long i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

int wcsncmp(const int *a, const int *b, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

int wcscmp(const int *a, const int *b) {
    unsigned long i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] == b[i] ? 0 : a[i] < b[i] ? -1 : 1;
}

int *wcschr(const int *s, int c) {
    for (; *s != c; s++)
        if (*s == 0)
            return 0;
    return (int *)s;
}

int *wcsrchr(const int *s, int c) {
    int *last = 0;
    for (;; s++) {
        if (*s == c)
            last = (int *)s;
        if (*s == 0)
            return last;
    }
}

int *wcsstr(const int *s, const int *sought) {
    for (;; s++) {
        unsigned long i = 0;
        while (sought[i] && s[i] == sought[i])
            i++;
        if (sought[i] == 0)
            return (int *)s;
        if (*s == 0)
            return 0;
    }
}

unsigned long wcsspn(const int *s, const int *accepted) {
    unsigned long n = 0;
    while (s[n] && wcschr(accepted, s[n]))
        n++;
    return n;
}

unsigned long wcscspn(const int *s, const int *rejected) {
    unsigned long n = 0;
    while (s[n] && !wcschr(rejected, s[n]))
        n++;
    return n;
}

// The bytes of one character: 0 for zero, 1, or -1 for none in the locale.
int mbtowc(int *wide, const char *bytes, unsigned long n) {
    if (!bytes)
        return 0;
    if (n == 0)
        return -1;
    unsigned char c = (unsigned char)*bytes;
    if (c > 127) {
        __concord_unsupported("characters beyond ASCII");
        return -1;
    }
    if (wide)
        *wide = c;
    return c != 0;
}

int mblen(const char *bytes, unsigned long n) {
    return mbtowc(0, bytes, n);
}

int wctomb(char *bytes, int wide) {
    if (!bytes)
        return 0;
    if (wide < 0 || wide > 127) {
        __concord_unsupported("characters beyond ASCII");
        return -1;
    }
    *bytes = (char)wide;
    return 1;
}

// Without a place to write to, only the length is wanted.
unsigned long mbstowcs(int *to, const char *from, unsigned long n) {
    for (unsigned long i = 0; !to || i < n; i++) {
        unsigned char c = (unsigned char)from[i];
        if (c > 127) {
            __concord_unsupported("characters beyond ASCII");
            return ~0UL;
        }
        if (to)
            to[i] = c;
        if (c == 0)
            return i;
    }
    return n;
}

unsigned long wcstombs(char *to, const int *from, unsigned long n) {
    for (unsigned long i = 0; !to || i < n; i++) {
        int c = from[i];
        if (c < 0 || c > 127) {
            __concord_unsupported("characters beyond ASCII");
            return ~0UL;
        }
        if (to)
            to[i] = (char)c;
        if (c == 0)
            return i;
    }
    return n;
}

int btowc(int c) {
    return c >= 0 && c <= 127 ? c : -1;
}

int wctob(unsigned wide) {
    return wide <= 127 ? (int)wide : -1;
}
