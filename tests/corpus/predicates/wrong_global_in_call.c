// A callee of a callee changes the global that was tested.
// expect: false(unreach-call)
// property: unreach-call
// Why: `refresh` may set limit to 0 between the tests.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int limit;

static void refresh(void) {
    if (__VERIFIER_nondet_int() == 77)
        limit = 0;
}

static void work(void) {
    refresh();
}

int main(void) {
    limit = __VERIFIER_nondet_int();
    while (limit > 0) {
        work();
        if (limit <= 0)
            reach_error(); //! violated
    }
    return 0;
}
