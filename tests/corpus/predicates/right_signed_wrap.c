// Twice a positive number is more if it is small; wrapping comes back.
// expect: true
// property: unreach-call
// Why: 2 * 2^29 fits, and x + n - n is x modulo 2^32.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    unsigned wide = (unsigned)x;
    if (x <= 0 || x > 1 << 29)
        return 0;
    int y = x + x;
    if (y <= x)
        reach_error();
    while (__VERIFIER_nondet_int()) {
        wide += (unsigned)n;
        wide -= (unsigned)n;
    }
    if ((int)wide != x)
        reach_error();
    return 0;
}
