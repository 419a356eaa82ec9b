// Writing one bit-field leaves its neighbours in the same word alone.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct word { unsigned a : 3; unsigned b : 7; unsigned c : 1; unsigned d : 21; };

static unsigned raw(const struct word *w) {
    unsigned u;
    memcpy(&u, w, sizeof u);
    return u;
}

int main(void) {
    struct word w = {0, 0, 0, 0};
    w.b = ~0u;
    check(raw(&w) == 0x3F8);
    w.a = 5;
    w.c = 1;
    check(raw(&w) == 0x7FD && w.b == 127);
    w.d = 0x155555;
    check(raw(&w) == 0xAAAAAFFDu);
    w.b++;
    check(w.b == 0 && w.a == 5 && w.c == 1 && w.d == 0x155555);
    w.b -= 2;
    check(w.b == 126);
    w.a ^= 7;
    w.d <<= 1;
    check(w.a == 2 && w.d == 0xAAAAA && raw(&w) == (0xAAAAAu << 11 | 1u << 10 | 126u << 3 | 2));
    w.c = w.a;
    check(w.c == 0);
    w.a = w.b = w.d;
    check(w.b == 42 && w.a == 2);
    return 0;
}
