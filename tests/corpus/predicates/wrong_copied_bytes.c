// A pointer travels through an array of bytes.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: `q` leads to `g` after the second copy.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int g, h;
int main(void) {
    int *p = &g, *q = &h;
    char raw[sizeof p];
    void *v = raw;
    memcpy(v, &p, sizeof p);
    char *w = raw;
    if (__VERIFIER_nondet_int()) { char *z = (char *)&q; memcpy(z, w, sizeof q); }
    *q = 7;
    if (g == 7)
        reach_error(); //! violated
    return 0;
}
