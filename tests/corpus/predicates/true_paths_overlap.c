// The ranges of two paths that meet overlap.
// expect: true
// property: unreach-call
// Why: late is 0 with x in 0..10 and 1 with x in 5..15; the loop keeps both ranges.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), late = __VERIFIER_nondet_int() != 0;
    if (late) {
        if (x < 5 || x > 15)
            return 0;
    } else {
        if (x < 0 || x > 10)
            return 0;
    }
    while (__VERIFIER_nondet_int()) {
        if (x > 5)
            x--;
        if (!late && x > 10)
            reach_error();
        if (late && x < 5)
            reach_error();
    }
    return 0;
}
