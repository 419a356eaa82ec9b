// Remainders of what is not negative, and the law of division.
// expect: true
// property: unreach-call
// Why: x / 8 * 8 + x % 8 is x for every x, and the remainder has the sign of x.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int slot = x % 8;
    if (slot < 0 && x >= 0)
        reach_error();
    if (slot <= -8 || slot >= 8)
        reach_error();
    if (x / 8 * 8 + slot != x)
        reach_error();
    return 0;
}
