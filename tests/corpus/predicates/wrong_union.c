// A byte of a union is a part of its number.
// expect: false(unreach-call)
// property: unreach-call
// Why: byte 1 is worth 256 where the low byte comes first.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

union number {
    int whole;
    unsigned char bytes[4];
};

int main(void) {
    union number u;
    u.whole = 0;
    while (__VERIFIER_nondet_int())
        u.bytes[1] = 1;
    if (u.whole == 256)
        reach_error(); //! violated
    return 0;
}
