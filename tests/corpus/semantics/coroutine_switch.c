// A generator written as a switch that jumps into the middle of its loops.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct gen { int state, i, j; };

static int next(struct gen *g) {
    switch (g->state) {
    case 0:
        for (g->i = 1; g->i <= 3; g->i++) {
            for (g->j = 0; g->j < g->i; g->j++) {
                g->state = 1;
                return g->i * 10 + g->j;
    case 1:;
            }
            g->state = 2;
            return -g->i;
    case 2:;
        }
        g->state = 3;
    default:
        return 0;
    }
}

int main(void) {
    static const int want[] = {10, -1, 20, 21, -2, 30, 31, 32, -3, 0, 0};
    struct gen a = {0}, b = {0};
    check(next(&b) == 10);
    for (int k = 0; k < 11; k++) {
        check(next(&a) == want[k]);
        if (k % 2)
            check(next(&b) == want[(k + 1) / 2]);
    }
    return 0;
}
