// A number that is neither below nor above nor zero.
// expect: false(unreach-call)
// property: unreach-call
// Why: NaN fails every comparison.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x < 0.0f || x >= 0.0f)
        return 0;
    reach_error(); //! violated
    return 0;
}
