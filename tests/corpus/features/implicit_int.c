// A declaration without a type means int.
// expect: true
// data-model: both
// std: gnu89
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static s = 3;
extern e;
const c = 4;
static f(a, b) { return a + b; }
static *p = &s;
static *address() { return &e; }

main() {
    register i = 5;
    auto j = 6;
    static t = 7;
    check(f(s, c) == 7);
    check(*p == 3 && *address() == 8);
    check(i + j + t == 18);
    check(sizeof s == sizeof(int) && sizeof(f(1, 2)) == sizeof(int));
    unsigned u = -1;
    check(u > 0);
    return 0;
}
e = 8;
