// A handler changes itself, and the state follows.
// expect: true
// property: unreach-call
// data-model: both
// Why: handlers alternate, and each sets what it stands for.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int side;
static void (*handler)(void);
static void even(void);

static void odd(void) {
    if (side != 1)
        reach_error();
    side = 0;
    handler = even;
}

static void even(void) {
    if (side != 0)
        reach_error();
    side = 1;
    handler = odd;
}

int main(void) {
    handler = even;
    while (__VERIFIER_nondet_int())
        handler();
    return 0;
}
