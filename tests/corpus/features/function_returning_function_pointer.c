// A function may return a pointer to a function, with or without typedef.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

static int (*choose(int which))(int) { return which ? square : twice; }

typedef int unary(int);
static unary negate;                       // declared through the typedef
static unary *pick(unary *a, unary *b, int first) { return first ? a : b; }

static int (*(*maker(void))(int))(int) { return choose; }

int main(void) {
    check(choose(0)(5) == 10 && choose(1)(5) == 25);
    check((*choose(1))(6) == 36);
    check(pick(negate, square, 1)(3) == -3);
    check(maker()(1)(7) == 49);
    int (*(*f)(int))(int) = maker();
    check(f(0)(8) == 16);
    return 0;
}
static int negate(int x) { return -x; }
