// const, volatile, restrict and register do not change values.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static const int table[] = {1, 2, 3};
static volatile int hardware = 5;
static const volatile unsigned status = 6;

static void scale(int n, int *restrict to, const int *restrict from) {
    for (register int i = 0; i < n; i++)
        to[i] = from[i] * 2;
}
static int sum(const int *const p, register int n) {
    const int *q = p;
    int s = 0;
    while (n--)
        s += *q++;
    return s;
}
int const volatile static odd_order = 7;

int main(void) {
    int out[3];
    scale(3, out, table);
    check(sum(out, 3) == 12 && sum(table, 3) == 6);
    hardware++;
    hardware += hardware;
    check(hardware == 12 && status == 6 && odd_order == 7);
    register struct { int a, b; } r = {3, 4};
    check(r.a + r.b == 7);
    const char *p = "ab";
    p++;
    check(*p == 'b');
    char buf[2] = "x", *const fixed = buf;
    *fixed = 'y';
    check(buf[0] == 'y');
    auto int a = 8;
    check(a == 8);
    typedef int *ip;
    const ip cp = out;                    // the pointer is const
    *cp = 9;
    check(out[0] == 9);
    return 0;
}
