// A function calls itself within a loop whose rounds can be foretold.
// expect: true
// property: unreach-call
// Why: the loop ends after three rounds, in the inner call and in the outer one.
extern void reach_error(void);

static int g;

static void f(int d) {
    int i;
    for (i = 0; i < 3; i++) {
        if (d)
            f(d - 1);
        g++;
        if (i > 2)
            reach_error();
    }
}

int main(void) {
    f(1);
    if (g != 12)
        reach_error();
    return 0;
}
