// The conditional and comma operators yield whole structs.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { int a, b; };
static struct s make(int a, int b) { struct s r = {a, b}; return r; }

int main(void) {
    struct s x = {1, 2}, y = {3, 4};
    for (int i = 0; i < 2; i++) {
        struct s z = i ? x : y;
        check(z.a == (i ? 1 : 3));
        check((i ? x : y).b == (i ? 2 : 4));
    }
    struct s w = (x.a = 9, make(x.a, 5));
    check(w.a == 9 && w.b == 5);
    check((y.b++, y).b == 5);
    struct s v = 0 ? x : make(6, 7);
    check(v.a == 6 && v.b == 7);
    return 0;
}
