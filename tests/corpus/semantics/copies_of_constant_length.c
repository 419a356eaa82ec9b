// Copies whose length is a constant: whole structures, prefixes, parts of fields, overlaps.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct inner { short a; char b; };
struct record {
    int number;
    unsigned low : 5, high : 11;
    struct inner in;
    char text[6];
    void *self;
    double last;
};
union either { int i; char bytes[8]; };

static struct record make(int n, void *self) {
    struct record r;
    memset(&r, 0, sizeof r);
    r.number = n;
    r.low = n & 31;
    r.high = n * 3;
    r.in.a = -n;
    r.in.b = 'b';
    memcpy(r.text, "hello", 6);
    r.self = self;
    r.last = n / 2.0;
    return r;
}

struct holder { struct record *to, *from; };

int main(void) {
    struct record a = make(21, &a), b = make(4, &b), *p = &b;
    // All of it; the result is the destination.
    check(memcpy(p, &a, sizeof *p) == p);
    check(memcmp(&a, &b, sizeof a) == 0 && b.self == &a && b.high == 63);
    // The first fields, up to the middle of one.
    b = make(4, &b);
    memmove(&b, &a, __builtin_offsetof(struct record, text));
    check(b.number == 21 && b.in.a == -21 && b.self == &b && b.last == 2.0);
    b = make(4, &b);
    memcpy(&b, &a, 5);
    check(b.number == 21 && b.low == 21 && b.in.a == -4);
    // Pointers that have to be read first.
    struct holder h = {&b, &a}, *q = &h;
    memcpy(q->to, q->from, sizeof(struct record));
    check(b.last == 10.5);
    // Overlapping, in both directions.
    int n[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    memmove(n + 1, n, 7 * sizeof *n);
    check(n[0] == 0 && n[1] == 0 && n[7] == 6);
    memmove(n, n + 2, 6 * sizeof *n);
    check(n[0] == 1 && n[5] == 6 && n[6] == 5 && n[7] == 6);
    // Odd numbers of bytes of integers, and of unions.
    unsigned x = 0x01020304, y = 0;
    memcpy(&y, &x, 3);
    check(y == 0x00020304);
    union either u = {.i = 7}, v = {.i = 9};
    u.bytes[7] = 'x';
    memcpy(&v, &u, sizeof v);
    check(v.i == 7 && v.bytes[7] == 'x');
    // The address of what is overwritten is read before.
    void *chain[2] = {&chain[1], chain};
    memcpy(chain[0], &chain[0], sizeof chain[0]);
    check(chain[1] == &chain[1]);
    // Nothing, and not to zero.
    memcpy(&x, &y, 0);
    check(x == 0x01020304);
    memset(&x, 1, sizeof x);
    check(x == 0x01010101);
    memset(&a.in, 0, sizeof a.in);
    check(a.in.a == 0 && a.in.b == 0 && a.number == 21);
    return 0;
}
