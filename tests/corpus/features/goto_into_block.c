// goto may enter a block past its initialisers.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int enter(int jump) {
    int r = 0;
    if (jump)
        goto inside;
    {
        int x = 5;
        r += x;
    inside:
        x = 20;                      // the initialiser was skipped
        r += x;
        static int kept = 3;         // set before the program starts
        r += kept;
    }
    return r;
}
static int into_loop(int start) {
    int i = start, sum = 0;
    goto middle;
    for (i = 0; i < 3; i++) {
        sum += 10;
middle:
        sum += 1;
    }
    return sum;
}
static int into_else(int x) {
    if (x) goto other;
    if (x == 0) {
        return 1;
    } else {
other:
        return 2;
    }
}

int main(void) {
    check(enter(0) == 28 && enter(1) == 23);
    check(into_loop(0) == 23 && into_loop(5) == 1);
    check(into_else(0) == 1 && into_else(1) == 2);
    return 0;
}
