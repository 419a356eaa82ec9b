// The pointer has two cells to choose from, but not the one that is looked at.
// expect: true
// property: unreach-call
// data-model: both
// Why: x is written by nobody after its initialisation.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = n, y = 0, z = 0, *p = &y;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            p = p == &y ? &z : &y;
        *p = n + 1;
        if (x != n)
            reach_error();
    }
    return 0;
}
