// A copy has the bytes between the fields, too.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: all bytes of `a` are in `b`.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct t { char c; int i; char d; };
int main(void) {
    struct t a, b; unsigned char *x = (unsigned char *)&a, *y = (unsigned char *)&b;
    a.c = 1; a.i = 2; a.d = 3; x[1] = 77; x[10] = 5;
    memcpy(&b, &a, sizeof a);
    if (y[1] == 77 && y[10] == 5 && b.i == 2)
        reach_error(); //! violated
    return 0;
}
