// Conversion to _Bool yields 1 for every nonzero scalar.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static _Bool as_bool(int x) { return x; }

int main(void) {
    _Bool b = 256;                    // not 256 mod 256
    check(b == 1);
    b = 0.5;
    check(b == 1);
    b = 0.0;
    check(b == 0);
    b = -3;
    check(b == 1);
    int object;
    b = &object;
    check(b == 1);
    b = (void *)0;
    check(b == 0);
    check((_Bool)0x100000000LL == 1);
    check(as_bool(2) == 1 && as_bool(2) + as_bool(4) == 2);
    b = 1;
    b += 3;
    check(b == 1);
    b &= 2;                           // 1 & 2 is 0
    check(b == 0);
    b |= 4;
    check(b == 1);
    check(sizeof(_Bool) == 1 && (b ? 5 : 6) == 5);
    return 0;
}
