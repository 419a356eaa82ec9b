// Only one bit of a `_Bool` is read; that it is zero says nothing of the others.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// test-case: no
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    _Bool b;
    *(unsigned char *)&b = __VERIFIER_nondet_uchar();
    if (!b && *(unsigned char *)&b != 0)
        reach_error(); //! violated
    return 0;
}
