// Bytes are promoted to int before they are subtracted.
// expect: false(unreach-call)
// property: unreach-call
// Why: 0 - 1 is -1, and ~0 is not 255.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (b < 10 && a - b < 0)
        reach_error(); //! violated
    return 0;
}
