// __builtin_expect returns its first operand and __builtin_constant_p folds.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int f(int x) { calls++; return x; }
static int sized[__builtin_constant_p(7) ? 3 : 5];

int main(void) {
    check(__builtin_expect(5, 0) == 5);
    check(__builtin_expect(f(0), 1) == 0 && calls == 1);
    if (__builtin_expect(!!(calls > 5), 0))
        check(0);
    check(__builtin_constant_p(1 + 2 * 3));
    check(__builtin_constant_p("abc"));
    check(!__builtin_constant_p(f(1)) && calls == 1);    // not evaluated
    check(sizeof sized == 3 * sizeof(int));
    check(__builtin_expect_with_probability(9, 1, 0.5) == 9);
    check(sizeof(__builtin_expect((char)1, 1)) == sizeof(long));
    return 0;
}
