// Plain int bit-fields are signed and keep only their low bits.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s { int plain : 3; signed int s : 3; unsigned int u : 3; int one : 1; };

int main(void) {
    struct s x;
    x.plain = 7;
    x.s = 5;
    x.u = 13;
    x.one = 1;
    check(x.plain == -1);
    check(x.s == -3);
    check(x.u == 5);
    check(x.one == -1);            // one signed bit holds 0 or -1
    x.plain = -4;
    check(x.plain == -4);
    x.u = -1;
    check(x.u == 7);
    check(x.plain == -4 && x.s == -3);   // neighbours unharmed
    return 0;
}
