// Requests are copied as a whole and in part; what the protocol demands is kept.
// expect: true
// property: unreach-call
// data-model: both
// Why: `state` is copied, the callback behind it is not.
typedef __typeof__(sizeof 0) size_t;
void *memmove(void *, const void *, size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct location {
    unsigned char major, minor;
    int state;
    void (*done)(struct location *);
    void *context;
};

static void finish(struct location *l) {
    if (l->state != 3)
        reach_error();
}

int main(void) {
    struct location stack[2], *here = &stack[1], *next = &stack[0];
    here->state = 3;
    here->done = 0;
    next->done = finish;
    while (__VERIFIER_nondet_int())
        here->minor = here->minor + 1;
    memmove(next, here, __builtin_offsetof(struct location, done));
    if (next->done)
        next->done(next);
    return 0;
}
