// The inner call writes the outer call's variable through a global pointer.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: `keep` leads to the x of the outer call, which becomes 9.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int *keep;

static void nest(int inner) {
    int x = inner;
    if (inner) {
        *keep = 9;
    } else {
        keep = &x;
        nest(1);
    }
    if (x != inner)
        reach_error(); //! violated
}

int main(void) {
    if (__VERIFIER_nondet_int())
        nest(0);
    return 0;
}
