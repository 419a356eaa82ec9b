// A char pointer writes one byte of an int.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: with k == 2 the int becomes 65536.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
    unsigned k = __VERIFIER_nondet_uint() % 4;
    char *c = (char *)&x;
    c[k] = 1;
    if (x > 256 && x < 1 << 24)
        reach_error(); //! violated
    return 0;
}
