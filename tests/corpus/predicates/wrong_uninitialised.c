// A variable that was set on one path only.
// expect: false(unreach-call)
// property: unreach-call
// Why: on the other path it may be 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int value;
    if (__VERIFIER_nondet_int() > 3)
        value = 5;
    if (value == 0)
        reach_error(); //! violated
    return 0;
}
