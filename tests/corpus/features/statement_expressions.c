// A statement expression has the value of its last expression.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int clamp(int x) {
    return ({ int y = x; if (y > 10) y = 10; y; });
}
static int leave(int x) {
    int v = ({ if (x < 0) return -100; x + 1; });
    return v * 2;
}

int main(void) {
    check(clamp(50) == 10 && clamp(3) == 3);
    check(leave(-1) == -100 && leave(4) == 10);
    int i = 1;
    int sum = ({ int i = 5; i++; i; }) + i;       // an inner scope
    check(sum == 7);
    check(({ struct { int a, b; } s = {1, 2}; s; }).b == 2);
    int loops = 0;
    for (;;) {
        int stop = ({ if (++loops == 4) break; loops; });
        check(stop == loops);
    }
    check(loops == 4);
    ({ i = 9; });
    check(i == 9);
    ({ if (i) i = 3; });                          // void value
    check(i == 3);
    check(sizeof(({ char c = 1; c; })) == 1);
    int nested = ({ ({ ({ 4; }) + 1; }) * 2; });
    check(nested == 10);
    return 0;
}
