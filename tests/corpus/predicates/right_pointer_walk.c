// A pointer walks to an end that is not known.
// expect: true
// property: unreach-call
// data-model: both
// Why: p goes from a to end, which lies in a..a + 10; the walk stops there.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    static int a[10];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 10)
        return 0;
    int *p = a, *end = a + n;
    while (p != end) {
        if (p - a >= 10 || *p != 0)
            reach_error();
        p++;
    }
    return 0;
}
