// The bytes of a union give back its number.
// expect: true
// property: unreach-call
// Why: the low byte comes first, and all four are put together again.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

union number {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void) {
    union number u;
    u.whole = __VERIFIER_nondet_uint();
    unsigned before = u.whole;
    unsigned again = u.bytes[0] | u.bytes[1] << 8 | u.bytes[2] << 16 | (unsigned)u.bytes[3] << 24;
    if (again != before)
        reach_error();
    u.bytes[3] = 0;
    if (u.whole != (before & 0xffffff))
        reach_error();
    return 0;
}
