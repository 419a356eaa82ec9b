// A positive int becomes a negative short.
// expect: false(unreach-call)
// property: unreach-call
// Why: 32768 becomes -32768.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 40000)
        return 0;
    short s = (short)x;
    if (s < 0)
        reach_error(); //! violated
    return 0;
}
