// A static variable of a function keeps its value between calls.
// expect: false(unreach-call)
// property: unreach-call
// Why: the second call returns 2.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int once(void) {
    static int calls = 0;
    calls++;
    return calls;
}

int main(void) {
    while (__VERIFIER_nondet_int())
        if (once() != 1)
            reach_error(); //! violated
    return 0;
}
