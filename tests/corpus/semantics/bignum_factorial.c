// Numbers of many digits: 30! and 2 to the 100 in base 10000.
// run: ok
// data-model: both
int strcmp(const char *, const char *);
int sprintf(char *, const char *, ...);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct big { unsigned short d[12]; int n; };

static void times(struct big *b, unsigned k) {
    unsigned carry = 0;
    for (int i = 0; i < b->n || carry; i++) {
        if (i == b->n)
            b->d[b->n++] = 0;
        carry += b->d[i] * k;
        b->d[i] = (unsigned short)(carry % 10000);
        carry /= 10000;
    }
}
static const char *show(const struct big *b) {
    static char text[64];
    int at = sprintf(text, "%d", b->d[b->n - 1]);
    for (int i = b->n - 2; i >= 0; i--)
        at += sprintf(text + at, "%04d", b->d[i]);
    return text;
}
static unsigned modulo(const struct big *b, unsigned m) {
    unsigned long long r = 0;
    for (int i = b->n; i--;)
        r = (r * 10000 + b->d[i]) % m;
    return (unsigned)r;
}

int main(void) {
    struct big f = {{1}, 1}, p = f;
    for (unsigned i = 2; i <= 30; i++)
        times(&f, i);
    check(strcmp(show(&f), "265252859812191058636308480000000") == 0);
    for (int i = 0; i < 100; i++)
        times(&p, 2);
    check(strcmp(show(&p), "1267650600228229401496703205376") == 0);
    check(modulo(&p, 1000000007u) == 976371285u && modulo(&f, 31) == 30);
    return 0;
}
