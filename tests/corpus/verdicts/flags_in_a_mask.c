// A flag that is set each time stays set, and what a mask takes away stays away.
// expect: true
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int flags = 0x10;
    for (;;) {
        flags = (flags ^ __VERIFIER_nondet_int()) & 0xf5 | 0x10;
        signed char low = flags;
        if ((low & 2) != 0 || !(flags & 16) || flags < 0 || flags > 0xff)
            reach_error();
    }
}
