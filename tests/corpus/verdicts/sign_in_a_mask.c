// The highest bit of a mask is the sign of the narrower number.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int flags = 0x10;
    for (;;) {
        flags = (flags ^ __VERIFIER_nondet_int()) & 0xf5 | 0x10;
        signed char low = flags;
        if (low < 0)
            reach_error(); //! violated
    }
}
