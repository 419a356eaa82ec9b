// Hand-written string functions: compare, search, reverse, split, parse and print.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int compare(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}
static const char *find(const char *s, const char *t) {
    for (; *s; s++) {
        const char *p = s, *q = t;
        while (*q && *p == *q)
            p++, q++;
        if (!*q)
            return s;
    }
    return *t ? 0 : s;
}
static char *reverse(char *s) {
    char *e = s;
    while (*e)
        e++;
    for (char *p = s; p < --e; p++) {
        char c = *p;
        *p = *e;
        *e = c;
    }
    return s;
}
static char *print(char *to, int n) {
    char *p = to;
    unsigned u = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    do *p++ = (char)('0' + u % 10); while (u /= 10);
    if (n < 0)
        *p++ = '-';
    *p = 0;
    return reverse(to);
}

int main(void) {
    char buf[16] = "level";
    check(compare("abc", "abd") < 0 && compare("b", "") > 0 && compare("", "") == 0 && compare("\xff", "a") > 0);
    const char *s = "mississippi";
    check(find(s, "ssip") - s == 5 && find(s, "ssx") == 0 && find(s, "") == s);
    check(compare(reverse(buf), "level") == 0);
    check(compare(print(buf, -2147483647 - 1), "-2147483648") == 0 && compare(print(buf, 0), "0") == 0);
    check(compare(print(buf, 1020), "1020") == 0);
    return 0;
}
