// A recursive function reaches the error at depth four.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void descend(int depth) {
    if (depth == 4)
        reach_error(); //! violated
    if (__VERIFIER_nondet_int() > 0)
        descend(depth + 1);
}

int main(void) {
    descend(0);
    return 0;
}
