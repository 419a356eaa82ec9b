// In x ?: y the first operand is evaluated once and is also the result.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int calls;
static int next(int x) { calls++; return x; }

int main(void) {
    check((next(5) ?: 9) == 5 && calls == 1);
    check((next(0) ?: 9) == 9 && calls == 2);
    check((0 ?: 0 ?: 3) == 3);
    int i = 4;
    check((i++ ?: 100) == 4 && i == 5);
    check((i - 5 ?: i++) == 5 && i == 6);
    const char *p = 0;
    check((p ?: "none")[0] == 'n');
    check((0.0 ?: 2.5) == 2.5 && (0.5 ?: 2) == 0.5);
    unsigned char c = 200;
    check((c ?: 0u) == 200);
    return 0;
}
