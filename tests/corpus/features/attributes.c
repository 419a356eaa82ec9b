// Attributes may stand in nearly every place of a declaration.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

__attribute__((unused)) static int before = 1;
static __attribute__((unused)) int between = 2;
static int __attribute__((unused)) after_type = 3;
static int after_name __attribute__((unused)) = 4;
static int a1 __attribute__((unused)), *b1 __attribute__((aligned(8))), c1 = 5;
typedef int number __attribute__((__aligned__(4)));
struct __attribute__((packed)) s { char c; int i __attribute__((aligned(1))); };
struct t { char c; int i; } __attribute__((packed)) __attribute__((aligned(2)));
enum e { ONE __attribute__((unused)) = 1, TWO } __attribute__((unused));
static int f(int x __attribute__((unused)), int __attribute__((unused)) y)
    __attribute__((const, noinline));
static int f(int x, int y) { return x; }
static int *__attribute__((noinline)) g(void) { return &before; }
static __attribute__((noreturn)) void die(void) { abort(); }
static void (__attribute__((noinline)) h)(void) {}
static int (*__attribute__((unused)) fp)(int, int) = f;
extern int printf(const char *, ...) __attribute__((format(printf, 1, 2), nonnull(1)));
static int empty __attribute__(()) = 6;
static int two __attribute__((unused, aligned(16), used)) __attribute__((section(".data"))) = 7;

int main(void) {
    int local __attribute__((unused)) = 8;
    __attribute__((unused)) int other = 9;
    switch (f(1, 2)) {
    case 1:
        local = 10;
        __attribute__((fallthrough));
    default:
        local++;
    }
    check(local == 11 && *g() == 1 && fp(5, 6) == 5);
    check(sizeof(struct s) == 5 && sizeof(struct t) == 6);
    h();
    if (before == 2) die();
    goto end;
end: __attribute__((unused));
    check(before + between + after_type + after_name + c1 + empty + two == 28);
    return other - 9;
}
