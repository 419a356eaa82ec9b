// __builtin_choose_expr has the type and value of the chosen operand alone.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int f(void) { return ++calls; }

int main(void) {
    check(__builtin_choose_expr(1, 5, f()) == 5 && calls == 0);
    check(__builtin_choose_expr(0, f(), 6) == 6 && calls == 0);
    check(__builtin_choose_expr(0, 1, f()) == 1 && calls == 1);
    check(sizeof(__builtin_choose_expr(1, (char)1, 1.0)) == 1);   // no common type
    int a = 1, b = 2;
    __builtin_choose_expr(1, a, b) = 9;                             // an lvalue
    check(a == 9 && b == 2);
    __builtin_choose_expr(0, a, b)++;
    check(b == 3);
    check(__builtin_choose_expr(sizeof(int) == 4, "yes", 0)[0] == 'y');
    return 0;
}
