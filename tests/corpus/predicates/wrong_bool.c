// A byte that is to tell whether a number is zero.
// expect: false(unreach-call)
// property: unreach-call
// Why: 256 as an unsigned char is 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char set = x;
    if (x && !set)
        reach_error(); //! violated
    return 0;
}
