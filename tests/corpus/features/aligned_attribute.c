// The aligned attribute raises alignment and so size and offsets.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct a { char c; int i __attribute__((aligned(16))); };
struct b { char c; } __attribute__((aligned(8)));
typedef int wide_int __attribute__((aligned(8)));
struct c { char c; wide_int w; };
struct d { char x; struct b y; };
struct e { char c; short s __attribute__((packed, aligned(4))); };
static char buffer[3] __attribute__((aligned(32)));

int main(void) {
    check(sizeof(struct a) == 32 && __builtin_offsetof(struct a, i) == 16);
    check(sizeof(struct b) == 8 && _Alignof(struct b) == 8);
    check(sizeof(wide_int) == 4 && __alignof__(wide_int) == 8);
    check(__builtin_offsetof(struct c, w) == 8 && sizeof(struct c) == 16);
    check(__builtin_offsetof(struct d, y) == 8 && sizeof(struct d) == 16);
    check(__builtin_offsetof(struct e, s) == 4);
    check((unsigned long)buffer % 32 == 0);
    struct b list[2];
    check((char *)&list[1] - (char *)&list[0] == 8);
    return 0;
}
