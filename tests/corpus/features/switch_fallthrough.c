// Control runs from one case into the next without break.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int f(int x) {
    int r = 0;
    switch (x) {
    case 1:
        r += 1;
    case 2:
    case 3:
        r += 10;
        break;
    case 4:
        r += 100;
    default:
        r += 1000;
    }
    return r;
}
static int middle(int x) {
    int r = 0;
    switch (x) {
    case 1: r = 1; break;
    default: r = 5;                 // default in the middle falls through too
    case 2: r += 2; break;
    case 3: r = 3;
    }
    return r;
}

int main(void) {
    check(f(1) == 11 && f(2) == 10 && f(3) == 10);
    check(f(4) == 1100 && f(5) == 1000 && f(-1) == 1000);
    check(middle(1) == 1 && middle(2) == 2 && middle(3) == 3 && middle(9) == 7);
    return 0;
}
