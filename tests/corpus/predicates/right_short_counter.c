// A short that is brought back before it leaves its range.
// expect: true
// property: unreach-call
// Why: 0 <= s < 30 is kept: s + 3 is at most 32.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    short s = 0;
    while (__VERIFIER_nondet_int()) {
        short step = (short)(__VERIFIER_nondet_uint() % 4);
        s += step;
        if (s >= 30)
            s -= 30;
        if (s < 0 || s >= 30)
            reach_error();
    }
    return 0;
}
