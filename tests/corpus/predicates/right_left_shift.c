// Shifts that stay in the type.
// expect: true
// property: no-overflow
// Why: x < 2^28 and so x << 3 < 2^31; unsigned shifts never overflow.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint() << 31;
    if (x < 0 || x >= 1 << 28)
        return 0;
    int y = x << 3;
    return y == 8 && u == 0;
}
