// A signed field of one bit holds 0 and -1.
// expect: false(unreach-call)
// property: unreach-call
// Why: 1 stored there reads as -1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct flags {
    signed int on : 1;
};

int main(void) {
    struct flags f = {0};
    if (__VERIFIER_nondet_int())
        f.on = 1;
    if (f.on < 0)
        reach_error(); //! violated
    return 0;
}
