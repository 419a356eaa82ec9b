// An int that fits becomes a short and comes back.
// expect: true
// property: unreach-call
// Why: -32768..32767 is the range of short.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -32768 || x > 32767)
        return 0;
    short s = (short)x;
    while (__VERIFIER_nondet_int())
        if (s < 32767 && __VERIFIER_nondet_int()) {
            s++;
            x++;
        }
    if (s != x)
        reach_error();
    return 0;
}
