// Small integers are exact as floats.
// expect: true
// property: unreach-call
// Why: below 2^24 every integer is a float, and so are the sums.
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
    short n = __VERIFIER_nondet_short();
    float f = (float)n;
    f = f + 1.0f;
    if ((int)f != n + 1)
        reach_error();
    return 0;
}
