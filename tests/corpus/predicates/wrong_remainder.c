// The remainder of a negative number is negative.
// expect: false(unreach-call)
// property: unreach-call
// Why: -1 % 8 is -1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        return 0;
    int slot = x % 8;
    if (slot < 0)
        reach_error(); //! violated
    return 0;
}
