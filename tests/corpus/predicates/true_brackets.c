// Openings and closings of what cannot nest.
// expect: true
// property: unreach-call
// Why: opened - closed is 1 inside and 0 outside, modulo 2^32.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    unsigned opened = 0, closed = 0;
    _Bool inside = 0;
    for (;;) {
        char c = __VERIFIER_nondet_char();
        if (c == '(' && !inside) {
            inside = 1;
            opened++;
        } else if (c == ')' && inside) {
            inside = 0;
            closed++;
        } else if (c == 0) {
            break;
        }
    }
    if (opened - closed != inside)
        reach_error();
    return 0;
}
