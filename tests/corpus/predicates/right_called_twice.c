// Calls that share their states come to a location twice without a loop.
// expect: true
// options: --calls summaries
// Why: there are three calls of step, and it never finds 4.
extern void reach_error(void);

static int g;

static void check(void) {
    if (g == 4)
        reach_error();
}

static void step(void) {
    g = g + 1;
    check();
}

int main(void) {
    step();
    step();
    step();
    return 0;
}
