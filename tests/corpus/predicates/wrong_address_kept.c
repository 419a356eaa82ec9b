// The address of a local is kept in a global, and a callee writes through it.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: `poke` writes the living `x` that `keep` leads to.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int *keep;

static void poke(void) {
    if (keep)
        *keep = 5;
}

static void work(int announce) {
    int x = 1;
    if (announce)
        keep = &x;
    poke();
    if (x != 1)
        reach_error(); //! violated
    keep = 0;
}

int main(void) {
    while (__VERIFIER_nondet_int())
        work(__VERIFIER_nondet_int());
    return 0;
}
