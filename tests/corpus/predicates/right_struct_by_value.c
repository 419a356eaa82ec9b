// A callee changes its own copy of a structure.
// expect: true
// property: unreach-call
// data-model: both
// Why: arguments are copies, and the result is not stored into s.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
    int a, b;
};

static int spoil(struct pair p) {
    struct pair *q = &p;
    q->a = q->b;
    q->b = 0;
    return p.a;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct pair s = {n, n + 1};
    while (__VERIFIER_nondet_int())
        if (spoil(s) != n + 1)
            reach_error();
    if (s.a != n || s.b - s.a != 1)
        reach_error();
    return 0;
}
