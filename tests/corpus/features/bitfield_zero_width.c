// An unnamed zero-width bit-field starts a new storage unit.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct plain { unsigned char a : 4; unsigned char b : 4; };
struct split { unsigned char a : 4; unsigned char : 0; unsigned char b : 4; };
struct by_int { char a; int : 0; char b; };
struct padded { unsigned a : 4; unsigned : 8; unsigned b : 4; };

int main(void) {
    check(sizeof(struct plain) == 1);
    check(sizeof(struct split) == 2);
    check(sizeof(struct by_int) == 5);
    check(__builtin_offsetof(struct by_int, b) == 4);
    union { struct padded s; unsigned u; } x = {.u = 0};
    x.s.a = 15;
    x.s.b = 15;
    check(x.u == 0xF00F);
    struct padded y = {1, 2};        // the unnamed one takes no initialiser
    check(y.a == 1 && y.b == 2);
    union { struct split s; unsigned char c[2]; } z = {.c = {0, 0}};
    z.s.b = 3;
    check(z.c[0] == 0 && z.c[1] == 3);
    return 0;
}
