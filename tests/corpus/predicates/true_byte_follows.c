// A byte counts as the low byte of an int does.
// expect: true
// property: unreach-call
// Why: both are raised by one each round, the byte modulo 256.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = 0;
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        c++;
        i++;
    }
    if ((unsigned char)i != c)
        reach_error();
    return 0;
}
