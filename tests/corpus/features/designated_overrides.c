// A later initialiser for the same place replaces the earlier one.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct in { int a, b; };
struct out { struct in s; int arr[3]; };
union either { struct in s; struct { char c, d; } b; };

static struct out again = {.s.b = 7, .s = {1}};
static union either other = {.s = {0x11223344, 5}, .b.c = 2};

int main(void) {
    int v[3] = {1, 2, 3, [0] = 9, 8};
    check(v[0] == 9 && v[1] == 8 && v[2] == 3);
    struct out x = {.arr = {1, 2, 3}, .arr[1] = 20};
    check(x.arr[0] == 1 && x.arr[1] == 20 && x.arr[2] == 3);
    struct out y = {.arr[1] = 20, .arr = {1}};      // the whole array again
    check(y.arr[0] == 1 && y.arr[1] == 0);
    struct in base = {5, 6};
    struct out z = {.s = base, .s.b = 60};
    check(z.s.b == 60);
    struct in w = {.a = 1, .b = 2, .a = 3};
    check(w.a == 3 && w.b == 2);
    struct out deep[2] = {[0] = {{1, 2}, {3}}, [0].s = {5}};
    check(deep[0].s.a == 5 && deep[0].s.b == 0 && deep[0].arr[0] == 3);
    struct in range[4] = {[0 ... 2] = {1, 2}, [1] = {3}};
    check(range[0].b == 2 && range[1].a == 3 && range[1].b == 0);
    check(again.s.a == 1 && again.s.b == 0);
    check(other.b.c == 2 && other.b.d == 0 && other.s.b == 0);   // one member at a time
    union either same = {.s.a = 1, .s.b = 2};
    check(same.s.a == 1 && same.s.b == 2);
    return 0;
}
