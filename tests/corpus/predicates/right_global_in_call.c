// The global that a callee changes was copied before, and stays positive.
// expect: true
// property: unreach-call
// Why: `refresh` sets limit to a positive number only; `mine` is local.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int limit;

static void refresh(void) {
    int next = __VERIFIER_nondet_int();
    if (next > 0)
        limit = next;
}

int main(void) {
    limit = __VERIFIER_nondet_int();
    if (limit <= 0)
        return 0;
    int mine = limit, first = mine;
    while (__VERIFIER_nondet_int()) {
        refresh();
        if (limit <= 0 || mine != first)
            reach_error();
    }
    return 0;
}
