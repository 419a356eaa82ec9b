// Object-like and function-like macros with #, ## and rescanning.
// expect: true
// data-model: both
#define EMPTY
#define N 4
#define TWICE(x) ((x) + (x))
#define TEXT(x) #x
#define XTEXT(x) TEXT(x)
#define JOIN(a, b) a##b
#define XJOIN(a, b) JOIN(a, b)
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define FIRST(a, ...) a
#define LIST X(red) X(green) X(blue)
#define f(x) (x * f(x - 1))
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum {
#define X(name) JOIN(color_, name),
    LIST
#undef X
    color_count
};
static int (f)(int x) { return x + 1; }
static int EMPTY value EMPTY = 3;

int main(void) {
    check(TWICE(N) == 8 && TWICE(1 + 1) == 4);
    check(sizeof TEXT(N) == 2 && TEXT(N)[0] == 'N' && XTEXT(N)[0] == '4');
    check(sizeof TEXT("a\n"  b) == 8);
    int xN = 5, x4 = 6;
    check(JOIN(x, N) == 5 && XJOIN(x, N) == 6);
    check(COUNT(1, 2, 3) == 3 && FIRST(7, 8, 9) == 7);
    check(color_blue == 2 && color_count == 3);
    check(f(3) == 9);                          // 3 * f(3 - 1): no second expansion
    check(value == 3);
#if N > 3 && defined(TWICE) && !defined NOT_THERE
    check(1);
#elif 1
    check(0);
#else
    check(0);
#endif
#ifdef X
    check(0);
#endif
    return 0;
}
