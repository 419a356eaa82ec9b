// Bytes that are stored again wrap.
// expect: true
// property: unreach-call
// Why: modulo 256 the sum less one summand is the other; ~a is negative as an int.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned char sum = a + b;
    if ((unsigned char)(sum - b) != a)
        reach_error();
    if (sum != a + b && a + b < 256)
        reach_error();
    if (~a >= 0 || (unsigned char)~a != 255 - a)
        reach_error();
    return 0;
}
