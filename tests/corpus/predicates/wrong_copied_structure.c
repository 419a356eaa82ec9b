// A structure with a pointer and a function is copied without its type being known.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: the copy leads to `g` and to `inc`.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct s { int *p; int (*f)(int); };
static int g, h;
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static void copy(void *to, void *from) { memcpy(to, from, sizeof(struct s)); }
int main(void) {
    struct s a, b;
    a.p = &g; a.f = inc;
    b.p = &h; b.f = dec;
    if (__VERIFIER_nondet_int()) copy(&b, &a);
    *b.p = 5;
    int r = b.f(1);
    if (g == 5 && r == 2)
        reach_error(); //! violated
    return 0;
}
