// An unsigned field of one bit holds 0 and 1.
// expect: true
// property: unreach-call
// Why: on is 0 or 1; as a condition -1 counts as well.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct flags {
    unsigned on : 1;
    signed int also : 1;
};

int main(void) {
    struct flags f = {0, 0};
    while (__VERIFIER_nondet_int()) {
        f.on = !f.on;
        f.also = f.on ? -1 : 0;
        if (f.on > 1 || !f.on != !f.also)
            reach_error();
    }
    return 0;
}
