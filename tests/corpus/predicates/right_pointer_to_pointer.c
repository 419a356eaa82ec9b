// The pointer that is turned is not the one that is used.
// expect: true
// property: unreach-call
// data-model: both
// Why: pp leads to q only, so p stays at x and y stays 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0, *p = &x, *q = &x, **pp = &q;
    while (__VERIFIER_nondet_int()) {
        *p = 1;
        *pp = &y;
        if (y != 0 || *q != 0)
            reach_error();
    }
    return 0;
}
