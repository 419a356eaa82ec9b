// Functions on zero-terminated strings, exact, in the C locale.
//
// strcmp and its relatives return any number of the right sign. strcoll and strxfrm
// order bytes. strerror and its relatives return any string of up to 1023 characters:
// no message is longer, in any language.
// strdup and strndup are in alloc.c, the gcc-checked variants at the end.

void __concord_havoc();
void *memcpy(void *to, const void *from, unsigned long n);
int tolower(int c);

unsigned long strlen(const char *s) {
    unsigned long n = 0;
    while (s[n])
        n++;
    return n;
}

unsigned long strnlen(const char *s, unsigned long limit) {
    unsigned long n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

char *strcpy(char *to, const char *from) {
    unsigned long i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}

char *stpcpy(char *to, const char *from) {
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

char *strncpy(char *to, const char *from, unsigned long n) {
    unsigned long i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *stpncpy(char *to, const char *from, unsigned long n) {
    strncpy(to, from, n);
    return to + strnlen(to, n);
}

// BSD's and the kernel's: always terminates, returns the length wanted.
unsigned long strlcpy(char *to, const char *from, unsigned long size) {
    unsigned long length = strlen(from);
    if (size > 0) {
        unsigned long n = length < size ? length : size - 1;
        memcpy(to, from, n);
        to[n] = 0;
    }
    return length;
}

unsigned long strlcat(char *to, const char *from, unsigned long size) {
    unsigned long used = strnlen(to, size);
    if (used == size)
        return size + strlen(from);
    return used + strlcpy(to + used, from, size - used);
}

char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, unsigned long n) {
    char *end = to + strlen(to);
    unsigned long i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

// Any number with the sign that says how two numbers compare.
static int order(int a, int b) {
    if (a == b)
        return 0;
    int any;
    if (a < b)
        return any < 0 ? any : -1;
    return any > 0 ? any : 1;
}

int strcmp(const char *a, const char *b) {
    unsigned long i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return order((unsigned char)a[i], (unsigned char)b[i]);
}

int strncmp(const char *a, const char *b, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y)
            return order(x, y);
        if (x == 0)
            return 0;
    }
    return 0;
}

int strncasecmp(const char *a, const char *b, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y)
            return order(x, y);
        if (x == 0)
            return 0;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, ~0UL);
}

int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

unsigned long strxfrm(char *to, const char *from, unsigned long n) {
    unsigned long length = strlen(from);
    for (unsigned long i = 0; i < n && i <= length; i++)
        to[i] = from[i];
    return length;
}

char *strchr(const char *s, int c) {
    for (; *s != (char)c; s++)
        if (*s == 0)
            return 0;
    return (char *)s;
}

char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *strrchr(const char *s, int c) {
    char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = (char *)s;
        if (*s == 0)
            return last;
    }
}

char *index(const char *s, int c) {
    return strchr(s, c);
}

char *rindex(const char *s, int c) {
    return strrchr(s, c);
}

unsigned long strspn(const char *s, const char *accepted) {
    unsigned long n = 0;
    while (s[n] && strchr(accepted, s[n]))
        n++;
    return n;
}

unsigned long strcspn(const char *s, const char *rejected) {
    unsigned long n = 0;
    while (s[n] && !strchr(rejected, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *sought) {
    s += strcspn(s, sought);
    return *s ? (char *)s : 0;
}

char *strstr(const char *s, const char *sought) {
    for (;; s++) {
        unsigned long i = 0;
        while (sought[i] && s[i] == sought[i])
            i++;
        if (sought[i] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *strcasestr(const char *s, const char *sought) {
    unsigned long n = strlen(sought);
    for (;; s++) {
        if (strncasecmp(s, sought, n) == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *strtok_r(char *s, const char *separators, char **rest) {
    if (!s)
        s = *rest;
    s += strspn(s, separators);
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, separators);
    if (*end)
        *end++ = 0;
    *rest = end;
    return s;
}

char *__strtok_r(char *s, const char *separators, char **rest) {
    return strtok_r(s, separators, rest);
}

char *strtok(char *s, const char *separators) {
    static char *rest;
    // Without a string to go on with there is no token; glibc agrees.
    if (!s && !rest)
        return 0;
    return strtok_r(s, separators, &rest);
}

char *strsep(char **s, const char *separators) {
    char *token = *s;
    if (!token)
        return 0;
    char *end = token + strcspn(token, separators);
    if (*end) {
        *end = 0;
        *s = end + 1;
    } else {
        *s = 0;
    }
    return token;
}

char *basename(const char *path) {
    const char *slash = strrchr(path, '/');
    return (char *)(slash ? slash + 1 : path);
}

static int maybe(void) {
    unsigned char choice;
    return choice & 1;
}

static char message[1024];

char *strerror(int number) {
    (void)number;
    __concord_havoc(&message);
    message[1023] = 0;
    return message;
}

// GNU's: the message may be in the buffer, or somewhere else.
char *strerror_r(int number, char *buffer, unsigned long size) {
    if (maybe())
        return strerror(number);
    strlcpy(buffer, strerror(number), size);
    return buffer;
}

int __xpg_strerror_r(int number, char *buffer, unsigned long size) {
    if (size == 0)
        return 34; // ERANGE
    strlcpy(buffer, strerror(number), size);
    int result;
    return result < 0 ? 0 : result; // or EINVAL, ERANGE
}

char *strsignal(int number) {
    return strerror(number);
}

char *__strcpy_chk(char *to, const char *from, unsigned long size) {
    (void)size;
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, unsigned long size) {
    (void)size;
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, unsigned long n, unsigned long size) {
    (void)size;
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, unsigned long n, unsigned long size) {
    (void)size;
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, unsigned long size) {
    (void)size;
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, unsigned long n, unsigned long size) {
    (void)size;
    return strncat(to, from, n);
}
