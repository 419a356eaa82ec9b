// A scanner for numbers written with gotos, one label for each state.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum { BAD, INTEGER, REAL, EXPONENT };
static int scan(const char *s) {
    if (*s == '-' || *s == '+')
        s++;
start:
    if (*s == '.')
        goto point;
    if (*s < '0' || *s > '9')
        goto bad;
digits:
    s++;
    if (*s >= '0' && *s <= '9')
        goto digits;
    if (*s == '.')
        goto fraction;
    if (*s == 'e')
        goto exponent;
    return *s ? BAD : INTEGER;
point:
    if (s[1] < '0' || s[1] > '9')
        goto bad;
fraction:
    do s++; while (*s >= '0' && *s <= '9');
    if (*s == 'e')
        goto exponent;
    return *s ? BAD : REAL;
exponent:
    s++;
    if (*s == '-')
        s++;
    if (!*s)
        goto bad;
    while (*s >= '0' && *s <= '9')
        s++;
    if (*s == ' ') {
        s++;
        goto start;
    }
    return *s ? BAD : EXPONENT;
bad:
    return BAD;
}

int main(void) {
    check(scan("12") == INTEGER && scan("-7") == INTEGER && scan("1.5") == REAL && scan(".5") == REAL);
    check(scan("2.") == REAL && scan("1e5") == EXPONENT && scan("-1.5e-3") == EXPONENT && scan("1e5 7.5") == REAL);
    check(scan("") == BAD && scan(".") == BAD && scan("1x") == BAD && scan("1e") == BAD && scan("--1") == BAD);
    return 0;
}
