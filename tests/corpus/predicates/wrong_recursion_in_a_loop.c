// A function calls itself within a loop whose rounds can be foretold.
// expect: false(unreach-call)
// property: unreach-call
// Why: the inner call returns at once; the outer one's loop has a second round.
extern void reach_error(void);

static int g, d = 1;
static void f(void);

static void k(void) {
    f();
}

static void f(void) {
    if (!d)
        return;
    for (g = 0; g < 3; g++) {
        d = 0;
        k();
        d = 1;
        if (g == 1)
            reach_error(); //! violated
    }
}

int main(void) {
    f();
    return 0;
}
