// What __VERIFIER_assume rules out does not count.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 4);
    int square = x * x;
    if (square == 4)
        reach_error(); //! violated
    return 0;
}
