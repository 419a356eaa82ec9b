// The result says whether the out-parameter was set.
// expect: true
// property: unreach-call
// data-model: both
// Why: `last` is set only to values that `fetch` found not negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fetch(int *out) {
    int value = __VERIFIER_nondet_int();
    if (value < 0)
        return -1;
    *out = value;
    return 0;
}

int main(void) {
    int last = 0;
    while (__VERIFIER_nondet_int()) {
        int value;
        if (fetch(&value) == 0)
            last = value;
        else if (__VERIFIER_nondet_int())
            last = 0;
    }
    if (last < 0)
        reach_error();
    return 0;
}
