// One number stays twice another.
// expect: true
// property: unreach-call
// Why: y == 2 * x holds at first and is kept modulo 2^32.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, y = 0;
    while (x != n) {
        x++;
        y += 2;
    }
    if (y != 2 * n)
        reach_error();
    return 0;
}
