// Inputs of many types, all of which matter.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern void reach_error(void);

extern char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    unsigned short s = __VERIFIER_nondet_ushort();
    unsigned long l = __VERIFIER_nondet_ulong();
    _Bool b = __VERIFIER_nondet_bool();
    double d = __VERIFIER_nondet_double();
    if (c < 0 && s > 1 && l > 1 && b && d < 0)
        reach_error(); //! violated
    return 0;
}
