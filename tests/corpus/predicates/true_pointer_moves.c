// Two cells in turn through a pointer to a pointer.
// expect: true
// property: unreach-call
// data-model: both
// Why: only cells below the limit are raised, by one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int limit = __VERIFIER_nondet_int(), a = limit, b = limit;
    int *p = &a, **pp = &p;
    if (limit < 0)
        return 0;
    a = b = 0;
    while (__VERIFIER_nondet_int()) {
        if (**pp < limit)
            ++**pp;
        *pp = *pp == &a ? &b : &a;
    }
    if (a > limit || b > limit)
        reach_error();
    return 0;
}
