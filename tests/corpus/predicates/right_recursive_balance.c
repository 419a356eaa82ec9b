// Recursion that needs nothing about locals.
// expect: true
// property: unreach-call
// Why: `busy` is 0 at every call and at every return.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int busy;

static void walk(void) {
    if (busy)
        reach_error();
    busy = 1;
    if (__VERIFIER_nondet_int())
        busy = 2;
    busy = 0;
    if (__VERIFIER_nondet_int())
        walk();
    if (busy)
        reach_error();
}

int main(void) {
    walk();
    if (busy)
        reach_error();
    return 0;
}
