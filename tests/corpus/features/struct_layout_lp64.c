// On LP64 eight-byte scalars are aligned to eight bytes in structs.
// expect: true
// data-model: lp64
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct a { char c; long long x; };
struct b { char c; double d; };
struct c { char c; void *p; char e; };
struct d { int i; long l; short s; };

int main(void) {
    check(sizeof(struct a) == 16 && _Alignof(struct a) == 8);
    check(sizeof(struct b) == 16 && __builtin_offsetof(struct b, d) == 8);
    check(sizeof(struct c) == 24 && __builtin_offsetof(struct c, e) == 16);
    check(sizeof(struct d) == 24 && __builtin_offsetof(struct d, s) == 16);
    check(sizeof(long double) == 16 && _Alignof(long double) == 16);
    check(sizeof(union { char c[9]; long l; }) == 16);
    return 0;
}
