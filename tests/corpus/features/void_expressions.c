// Expressions of type void may stand where no value is needed.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int n;
static void bump(void) { n++; }
static void forward(int twice) {
    if (twice)
        return bump(), bump();             // returns a void expression
    return bump();
}

int main(void) {
    forward(0);
    check(n == 1);
    forward(1);
    check(n == 3);
    n ? bump() : (void)0;
    check(n == 4);
    (void)n, bump();
    (void)(n += 10);
    check(n == 15);
    for (bump(); n < 20; bump())
        ;
    check(n == 20);
    void (*f)(void) = bump;
    (*f)();
    ((void (*)(void))f)();
    check(n == 22);
    int x = (bump(), n);
    check(x == 23);
    ;;;
    return 0;
}
