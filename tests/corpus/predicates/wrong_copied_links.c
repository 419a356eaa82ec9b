// Pointers are copied, and then what they lead to.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: `c` is a copy of `b`, whose `next` is `a`.
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int v; };
int main(void) {
    struct n a = {0, 1}, b = {&a, 2}, c;
    struct n *l[3] = {&a, &b, &c}, *m[3];
    void *s = l, *t = m;
    memcpy(t, s, sizeof l);
    memcpy(m[2], m[1], sizeof *m[0]);
    c.next->v = 9;
    if (a.v == 9 && c.v == 2)
        reach_error(); //! violated
    return 0;
}
