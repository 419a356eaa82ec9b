// A bit-field forgets what does not fit.
// expect: false(unreach-call)
// property: unreach-call
// Why: 8 becomes 0 in three bits.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct packed {
    unsigned kind : 3;
    unsigned rest : 5;
};

int main(void) {
    struct packed p = {0, 0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100)
        return 0;
    p.kind = n;
    if (p.kind != n)
        reach_error(); //! violated
    return 0;
}
