// Offsets and sizes of struct members in ILP32, by a table: 8-byte members align to 4.
// run: ok
// data-model: ilp32
void abort(void);
static void check(int ok) { if (!ok) abort(); }

#define at(t, m) __builtin_offsetof(t, m)
struct a { char c; long l; char d; };
struct b { char c; long long x; short s; };
struct c { char c; double d; };
struct d { char c; long double d; };
struct e { short s; char c[5]; void *p; char t; };
struct f { int n; struct a in; char e; };
struct g { char c; union { int i; double d; char b[9]; } u; char e; };
struct h { char c; _Bool b; short s; int i; float f; char *p; };

int main(void) {
    int got[] = {at(struct a, l), at(struct a, d), sizeof(struct a), at(struct b, x), at(struct b, s), sizeof(struct b),
        at(struct c, d), sizeof(struct c), at(struct d, d), sizeof(struct d), at(struct e, c), at(struct e, p),
        at(struct e, t), sizeof(struct e), at(struct f, in), at(struct f, in.d), at(struct f, e), sizeof(struct f),
        at(struct g, u), at(struct g, u.b[3]), at(struct g, e), sizeof(struct g), at(struct h, s), at(struct h, f),
        at(struct h, p), sizeof(struct h)};
    static const int want[] = {4, 8, 12, 4, 12, 16, 4, 12, 4, 16, 2, 8, 12, 16, 4, 12, 16, 20, 4, 7, 16, 20, 2, 8, 12, 16};
    check(sizeof got == sizeof want);
    for (unsigned i = 0; i < sizeof want / sizeof *want; i++)
        check(got[i] == want[i]);
    return 0;
}
