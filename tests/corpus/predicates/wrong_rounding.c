// Adding one to a large float changes nothing.
// expect: false(unreach-call)
// property: unreach-call
// Why: 2^24 + 1 rounds to 2^24.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 20000000)
        return 0;
    float f = (float)n, g = f + 1.0f;
    if (g == f)
        reach_error(); //! violated
    return 0;
}
