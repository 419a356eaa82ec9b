// Shifts of what has no sign, and of what has one.
// expect: true
// property: unreach-call
// Why: for x >= 0 both round down, and x >> 31 copies the sign.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    if (x >= 0 && x / 2 != x >> 1)
        reach_error();
    if ((x >> 31 == -1) != (x < 0))
        reach_error();
    if (u / 4 != u >> 2 || u >> 31 > 1)
        reach_error();
    return 0;
}
