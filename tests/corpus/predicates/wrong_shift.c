// Shifting a negative number right rounds down, dividing rounds to zero.
// expect: false(unreach-call)
// property: unreach-call
// Why: -1 / 2 is 0 and -1 >> 1 is -1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    if (x / 2 != x >> 1)
        reach_error(); //! violated
    return 0;
}
