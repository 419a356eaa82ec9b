// A static variable of a function counts the calls.
// expect: true
// property: unreach-call
// Why: `calls` and `rounds` are raised together, modulo 2^32.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned count(void) {
    static unsigned calls = 0;
    calls++;
    return calls;
}

int main(void) {
    unsigned rounds = 0;
    while (__VERIFIER_nondet_int()) {
        rounds++;
        if (count() != rounds)
            reach_error();
    }
    return 0;
}
