// A _Bool tells whether a number is zero.
// expect: true
// property: unreach-call
// Why: the conversion to _Bool compares with 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool set = x;
    while (__VERIFIER_nondet_int()) {
        x = __VERIFIER_nondet_int();
        set = x;
    }
    if (!x != !set || set + set > 2)
        reach_error();
    return 0;
}
