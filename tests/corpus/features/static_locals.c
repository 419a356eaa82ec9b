// A static local is initialised once and keeps its value.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int next(void) {
    static int n = 10;
    return n++;
}
static int *cell(int which) {
    if (which) {
        static int a = 1;
        return &a;
    }
    static int a = 2;                  // another object of the same name
    return &a;
}
static int depth(int n) {
    static int calls;                  // starts at zero
    calls++;
    if (n)
        depth(n - 1);
    return calls;
}

int main(void) {
    check(next() == 10 && next() == 11 && next() == 12);
    check(*cell(0) == 2 && *cell(1) == 1 && cell(0) != cell(1));
    *cell(1) = 30;
    check(*cell(1) == 30 && *cell(0) == 2);
    check(depth(4) == 5 && depth(0) == 6);
    for (int i = 0; i < 3; i++) {
        static int kept = 100;
        int fresh = 100;
        kept++;
        fresh++;
        check(kept == 101 + i && fresh == 101);
    }
    static int *self = (int *)&self;
    check((void *)self == (void *)&self);
    return 0;
}
