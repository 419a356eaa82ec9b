// What holds for all floating numbers, and what for those that are numbers.
// expect: true
// property: unreach-call
// Why: x < y is y > x even for NaN, and x == x excludes it.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (x < y && !(y > x))
        reach_error();
    if (x == x && y == y && !(x < y) && !(x >= y))
        reach_error();
    return 0;
}
