// A later initialiser for the same place replaces the earlier one.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct in { int a, b; };
struct out { struct in s; int arr[3]; };

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
    return 0;
}
