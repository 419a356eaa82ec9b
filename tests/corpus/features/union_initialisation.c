// Only one member of a union is initialised: the first, or the one named.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

union u { char c; int i; double d; };
union nested { struct { int x, y; } p; int a[2]; };
static union u first = {65};
static union u named = {.i = -1};
static union nested n = {{3, 4}};
static union nested m = {.a = {5, 6}};
static union u list[] = {{1}, {.i = 300}, {.d = 2.5}};

int main(void) {
    check(first.c == 65 && first.i == 65);    // static: rest is zero
    check(named.i == -1 && named.c == -1);
    check(n.a[0] == 3 && n.a[1] == 4);
    check(m.p.x == 5 && m.p.y == 6);
    check(list[0].c == 1 && list[1].i == 300 && list[2].d == 2.5);
    union u over = {.c = 1, .i = 70000};      // the last one wins
    check(over.i == 70000);
    union u cast = (union u)7;                // GNU: cast to union
    check(cast.i == 7);
    return 0;
}
