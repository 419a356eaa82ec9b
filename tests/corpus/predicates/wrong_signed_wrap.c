// Twice a positive number may be negative.
// expect: false(unreach-call)
// property: unreach-call
// Why: x = 2^30 gives -2^31, since signed arithmetic wraps here.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x <= 0)
        return 0;
    int y = x + x;
    if (y < x)
        reach_error(); //! violated
    return 0;
}
