// Jumping back inside the scope of a variable leaves it the same object.
// expect: true
// property: unreach-call
// data-model: both
// Why: the block is not left, so there is one `value`; what it holds is lost at its declaration only.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *old = 0, rounds = 0;
again:
    if (old && *old != rounds)
        reach_error();
    int value;
    if (old && old != &value)
        reach_error();
    rounds++;
    value = rounds;
    old = &value;
    if (__VERIFIER_nondet_int())
        goto again;
    if (value != rounds)
        reach_error();
    return 0;
}
