// GNU C allows empty braces, which zero the whole object.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { int a; char b[5]; struct { double d; } in; };
static struct s file_scope = {};

int main(void) {
    struct s x = {};
    check(x.a == 0 && x.b[4] == 0 && x.in.d == 0.0);
    int a[4] = {};
    check(a[0] == 0 && a[3] == 0);
    struct s y = {1, {}, {}};
    check(y.a == 1 && y.b[0] == 0 && y.in.d == 0.0);
    check(file_scope.a == 0);
    x = (struct s){};
    check(x.b[2] == 0);
    struct s z[2] = {{}, {3}};
    check(z[0].a == 0 && z[1].a == 3);
    int none[] = {};
    check(sizeof none == 0);
    return 0;
}
