// A global says whether results are valid, as errno does.
// expect: true
// property: unreach-call
// Why: `failed` is set whenever a value out of range is replaced by 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int failed;

static int source(void) {
    int value = __VERIFIER_nondet_int();
    if (value > 100 || value < -100) {
        failed = 1;
        return 0;
    }
    return value;
}

int main(void) {
    int last = 0;
    while (!failed) {
        int value = source();
        if (!failed)
            last = value;
        else if (value != 0)
            reach_error();
    }
    if (last > 100 || last < -100)
        reach_error();
    return 0;
}
