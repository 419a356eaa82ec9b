// A function calls itself within a loop whose rounds can be foretold.
// expect: true
// property: unreach-call
// Why: the inner call returns at once; the outer one's loop has three rounds.
extern void reach_error(void);

static int g, d = 1, rounds;

static void f(void) {
    if (!d)
        return;
    for (g = 0; g < 3; g++) {
        d = 0;
        f();
        d = 1;
        rounds++;
    }
    if (rounds != 3)
        reach_error();
}

int main(void) {
    f();
    return 0;
}
