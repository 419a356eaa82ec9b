// A loop goes one step beyond the end; the check is written by hand.
// expect: false(unreach-call)
// property: unreach-call
// Why: the last round has i == size.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    for (int i = 0; i <= size; i++)
        if (i >= size)
            reach_error(); //! violated
    return 0;
}
