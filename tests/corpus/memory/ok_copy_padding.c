// memcpy and struct assignment may copy padding; no value depends on it.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct padded { char c; int n; short s; };

int main(void) {
    struct padded a, b, c;
    unsigned char raw[sizeof a];
    a.c = 1;
    a.n = 2;
    a.s = 3;
    b = a;
    memcpy(raw, &b, sizeof raw);
    memcpy(&c, raw, sizeof c);
    check(c.c == 1 && c.n == 2 && c.s == 3);
    return 0;
}
