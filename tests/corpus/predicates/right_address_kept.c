// The address of one local is kept, and another is looked at.
// expect: true
// property: unreach-call
// data-model: both
// Why: `keep` leads to `x` or nowhere, and `y` has its address taken for nothing.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int *keep;

static void poke(void) {
    if (keep)
        *keep = 5;
}

static void work(int announce) {
    int x = 1, y = 1, *mine = &y;
    if (announce)
        keep = &x;
    poke();
    if (*mine != 1 || (!announce && x != 1))
        reach_error();
    keep = 0;
}

int main(void) {
    while (__VERIFIER_nondet_int())
        work(__VERIFIER_nondet_int());
    return 0;
}
