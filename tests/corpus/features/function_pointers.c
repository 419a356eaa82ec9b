// Function names, their addresses and dereferences all call alike.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[])(int, int) = {add, &sub, *mul};
static int apply(int op(int, int), int a, int b) { return op(a, b); }

int main(void) {
    int (*p)(int, int) = add;
    check(p == &add && p == *add && p == ****p);
    check(p(2, 3) == 5 && (*p)(2, 3) == 5 && (***p)(2, 3) == 5 && (&add)(2, 3) == 5);
    p = sub;
    check(p(2, 3) == -1 && p != add);
    int r = 0;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        r = r * 100 + table[i](9, 2);
    check(r == 110718);
    check(apply(mul, 6, 7) == 42 && apply(&sub, 6, 7) == -1);
    check((r > 0 ? add : sub)(1, 1) == 2);
    p = 0;
    check(!p);
    void (*any)(void) = (void (*)(void))mul;
    check(((int (*)(int, int))any)(3, 4) == 12);
    return 0;
}
