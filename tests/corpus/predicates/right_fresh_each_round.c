// Each round sets its variable before it reads it.
// expect: true
// property: unreach-call
// Why: both branches set `value`, to something that is at least `low`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int low = __VERIFIER_nondet_int(), first = 1;
    while (__VERIFIER_nondet_int()) {
        int value;
        if (first)
            value = low;
        else if ((value = __VERIFIER_nondet_int()) < low)
            value = low;
        if (value < low)
            reach_error();
        first = 0;
    }
    return 0;
}
