// An inner declaration hides the outer one until its block ends.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int x = 1;
static int f(int x) { { int x = 30; x++; } return x; }
struct tag { char c[3]; };

int main(void) {
    check(x == 1);
    int x = 2;
    {
        check(x == 2);
        int x = 3;
        check(x == 3);
        for (int x = 4; x < 5; x++) {
            check(x == 4);
            int x = 5;
            check(x == 5);
        }
        check(x == 3);
    }
    check(x == 2 && f(6) == 6);
    struct tag { char c[7]; };
    check(sizeof(struct tag) == 7);
    {
        int size = sizeof(struct tag { char c[9]; });   // declared inside sizeof
        check(size == 9 && sizeof(struct tag) == 9);
    }
    check(sizeof(struct tag) == 7);
    enum { abort_code = 5 };
    { int abort_code = 6; check(abort_code == 6); }
    int y = x, z = sizeof(y);
    { char y[sizeof y + 1]; check(sizeof y == z + 1); }   // measures the outer y
    { int y = sizeof y == 4; check(y); }                  // and this the inner one
    int main = 8;                                   // even main
    check(main == 8);
    return 0;
}
