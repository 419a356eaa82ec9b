// A short counter meets its beginning again only where there are many rounds.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned rounds = __VERIFIER_nondet_uint();
    unsigned short counted = 0;
    for (unsigned i = 0; i < rounds; i++)
        counted++;
    if (counted < 60000 && rounds > 70000)
        reach_error(); //! violated
    return 0;
}
