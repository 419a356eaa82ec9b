// Bit-fields fill storage from the low end and never straddle their type.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct two { unsigned a : 3, b : 5; };
struct straddle { unsigned a : 20, b : 20; };
struct fits { char c; int b : 24; };
struct spills { char c; int b : 25; };
struct wide { long long a : 40; int b : 8; };
struct bytes { unsigned char a : 4, b : 4, c : 4; };
struct tail { int a : 4; char c; };

int main(void) {
    check(sizeof(struct two) == 4);
    check(sizeof(struct straddle) == 8);
    check(sizeof(struct fits) == 4);
    check(sizeof(struct spills) == 8);
    check(sizeof(struct wide) == 8);
    check(sizeof(struct bytes) == 2);
    check(sizeof(struct tail) == 4);
    union { struct two s; unsigned u; } t = {.u = 0};
    t.s.a = 5;
    t.s.b = 3;
    check(t.u == (5u | 3u << 3));
    union { struct straddle s; unsigned u[2]; } v = {.u = {0, 0}};
    v.s.a = 0xFFFFF;
    v.s.b = 0x12345;
    check(v.u[0] == 0xFFFFF && v.u[1] == 0x12345);
    union { struct bytes s; unsigned char c[2]; } w = {.c = {0, 0}};
    w.s.b = 9;
    w.s.c = 6;
    check(w.c[0] == 0x90 && w.c[1] == 6);
    union { struct tail s; unsigned char c[4]; } x = {.c = {0, 0, 0, 0}};
    x.s.c = 77;
    check(x.c[1] == 77);
    return 0;
}
