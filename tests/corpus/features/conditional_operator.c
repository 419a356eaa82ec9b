// The conditional operator evaluates one branch and groups to the right.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int a, b;
static int left(void) { return ++a; }
static int right(void) { return ++b; }
static const char *grade(int n) { return n > 8 ? "high" : n > 4 ? "mid" : "low"; }

int main(void) {
    check((1 ? left() : right()) == 1 && a == 1 && b == 0);
    check((0 ? left() : right()) == 1 && a == 1 && b == 1);
    check(grade(9)[0] == 'h' && grade(5)[0] == 'm' && grade(0)[0] == 'l');
    check((1 ? 2 : 0 ? 3 : 4) == 2);
    check((0 ? 1, 2 : 3) == 3 && (1 ? 1, 2 : 3) == 2);      // comma in the middle
    int x = 1, y = 2;
    *(x > y ? &x : &y) = 10;
    check(x == 1 && y == 10);
    void *v = &x;
    check(*(int *)(1 ? v : 0) == 1);
    check(_Generic(1 ? (int *)0 : (void *)0, int *: 1, default: 0));   // null constant
    check(_Generic(1 ? (int *)0 : v, void *: 1, default: 0));
    check((1 ? -1 : 0u) > 0);
    check((x ? 1 : 2.0) / 2 == 0.5);
    1 ? (void)left() : (void)right();
    check(a == 2);
    return 0;
}
