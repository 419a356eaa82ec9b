// In a packed struct bit-fields straddle storage units.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct __attribute__((packed)) p { unsigned a : 20; unsigned b : 20; };
struct __attribute__((packed)) q { char c; unsigned x : 12; unsigned y : 12; char d; };
union u { struct p s; unsigned char c[5]; };

int main(void) {
    check(sizeof(struct p) == 5);
    check(sizeof(struct q) == 5);
    union u v = {.c = {0, 0, 0, 0, 0}};
    v.s.a = 0xABCDE;
    v.s.b = 0x12345;
    check(v.c[0] == 0xDE && v.c[1] == 0xBC && v.c[2] == 0x5A);
    check(v.c[3] == 0x34 && v.c[4] == 0x12);
    struct q w = {1, 0xFFF, 0x123, 2};
    w.x += 1;
    check(w.x == 0 && w.y == 0x123 && w.c == 1 && w.d == 2);
    check(__builtin_offsetof(struct q, d) == 4);
    return 0;
}
