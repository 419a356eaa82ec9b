// A function keeps a number between two others.
// expect: true
// property: unreach-call
// Why: clamp gives low, high, or something between, and low <= high.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int clamp(int x, int low, int high) {
    if (x < low)
        return low;
    return x > high ? high : x;
}

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low > high)
        return 0;
    int x = low;
    while (__VERIFIER_nondet_int())
        x = clamp(x + __VERIFIER_nondet_int(), low, high);
    if (x < low || x > high)
        reach_error();
    return 0;
}
