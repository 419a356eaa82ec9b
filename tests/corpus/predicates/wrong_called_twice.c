// Calls that share their states come to a location twice without a loop.
// expect: false(unreach-call)
// options: --calls summaries
// Why: the third call of step finds 3; a run is in check three times.
extern void reach_error(void);

static int g;

static void check(void) {
    if (g == 3)
        reach_error(); //! violated
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
