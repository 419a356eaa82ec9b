// A char pointer writes the low byte of an int and nothing else.
// expect: true
// property: unreach-call
// data-model: both
// Why: byte 0 is the low one, so the other bits stay.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), high = x & ~255;
    unsigned char *c = (unsigned char *)&x;
    while (__VERIFIER_nondet_int())
        *c = (unsigned char)__VERIFIER_nondet_int();
    if ((x & ~255) != high)
        reach_error();
    if (*c != (x & 255))
        reach_error();
    return 0;
}
