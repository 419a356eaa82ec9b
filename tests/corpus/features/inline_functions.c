// Inline functions in their static, extern and C99 forms can be called.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static inline int add(int a, int b) { return a + b; }
inline int twice(int x) { return 2 * x; }
extern int twice(int);                       // makes the definition external
inline static int order(void) { return 3; }
static inline __attribute__((always_inline)) int always(int x) { return x - 1; }
extern inline __attribute__((gnu_inline)) int old_style(int x) { return x + 100; }
int old_style(int x) { return x + 100; }     // may redefine a gnu_inline one
static inline int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static inline int counter(void) { static int n; return ++n; }

int main(void) {
    check(add(2, 3) == 5 && twice(4) == 8 && order() == 3 && always(5) == 4);
    check(old_style(1) == 101);
    check(fib(10) == 55);
    check(counter() == 1 && counter() == 2);
    int (*p)(int) = twice;
    check(p(6) == 12);
    return 0;
}
