// The handler changes itself.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
// Why: the second call goes to `later`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int calls;
static void (*handler)(void);

static void later(void) {
    calls = 2;
}

static void first(void) {
    calls = 1;
    handler = later;
}

int main(void) {
    handler = first;
    while (__VERIFIER_nondet_int()) {
        handler();
        if (calls != 1)
            reach_error(); //! violated
    }
    return 0;
}
