// Bit-fields side by side do not touch each other.
// expect: true
// property: unreach-call
// Why: n & 7 fits three bits, and `rest` is written once.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct packed {
    unsigned kind : 3;
    unsigned rest : 5;
};

int main(void) {
    struct packed p;
    unsigned n = __VERIFIER_nondet_uint();
    p.rest = 21;
    p.kind = n;
    if (p.kind != (n & 7))
        reach_error();
    while (__VERIFIER_nondet_int())
        p.kind++;
    if (p.rest != 21)
        reach_error();
    return 0;
}
