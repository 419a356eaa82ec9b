// On i386 eight-byte scalars are aligned to four bytes in structs.
// expect: true
// data-model: ilp32
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct a { char c; long long x; };
struct b { char c; double d; };
struct c { char c; void *p; char e; };
struct d { int i; long l; short s; };

int main(void) {
    check(sizeof(struct a) == 12 && _Alignof(struct a) == 4);
    check(sizeof(struct b) == 12 && __builtin_offsetof(struct b, d) == 4);
    check(sizeof(struct c) == 12 && __builtin_offsetof(struct c, e) == 8);
    check(sizeof(struct d) == 12 && __builtin_offsetof(struct d, s) == 8);
    check(sizeof(long double) == 12);
    check(sizeof(union { char c[9]; long l; }) == 12);
    return 0;
}
