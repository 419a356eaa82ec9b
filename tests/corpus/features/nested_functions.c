// GNU C allows a function inside a function.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int outer(int n) {
    int square(int x) { return x * x; }
    int twice(int x) { return 2 * square(x); }
    auto int later(int);
    int use(int x) { return later(x) + 1; }
    int later(int x) { return x * 10; }
    return square(n) + twice(n) + use(n);
}

int square(int x) { return -x; }          // not the nested one

int main(void) {
    check(outer(3) == 9 + 18 + 31);
    check(square(3) == -3);
    int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
    check(fact(5) == 120);
    {
        int fact(int n) { return n + 1; } // hides the other one
        check(fact(5) == 6);
    }
    check(fact(4) == 24);
    return 0;
}
