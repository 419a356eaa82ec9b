// Two numbers move towards each other and never pass.
// expect: true
// property: unreach-call
// Why: each step needs x < y and moves one of them by one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > y)
        return 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (x < y)
                x++;
        } else if (y > x) {
            y--;
        }
    }
    if (x > y)
        reach_error();
    return 0;
}
