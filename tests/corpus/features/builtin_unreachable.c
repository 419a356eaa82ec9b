// __builtin_unreachable and __builtin_trap stand where control never comes.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int sign(int x) {
    switch ((x > 0) - (x < 0)) {
    case -1: return 'n';
    case 0: return 'z';
    case 1: return 'p';
    default: __builtin_unreachable();
    }
}
static int must_be_small(int x) {
    if (x > 100)
        __builtin_trap();
    if (x > 1000)
        __builtin_unreachable();
    return x * 2;
}

int main(void) {
    check(sign(-9) == 'n' && sign(0) == 'z' && sign(3) == 'p');
    check(must_be_small(100) == 200);
    return 0;
}
