// Copying a structure writes the field that is remembered.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: after `s = t` s.b is n + 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
    int a, b;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct pair s = {1, n}, t = {3, n + 1}, *p = &s;
    while (__VERIFIER_nondet_int()) {
        *p = t;
        p = &t;
    }
    if (s.b != n)
        reach_error(); //! violated
    return 0;
}
