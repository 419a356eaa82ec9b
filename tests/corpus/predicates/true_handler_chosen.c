// The function that a flag has chosen.
// expect: true
// property: unreach-call
// data-model: both
// Why: handler and flag are written once; each handler keeps the sign it stands for.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int level;

static void up(void) {
    if (level < 100)
        level++;
}

static void down(void) {
    if (level > -100)
        level--;
}

int main(void) {
    int flag = __VERIFIER_nondet_int();
    void (*handler)(void) = flag ? up : down;
    while (__VERIFIER_nondet_int())
        handler();
    if (flag ? level < 0 : level > 0)
        reach_error();
    return 0;
}
