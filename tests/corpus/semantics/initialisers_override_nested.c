// Later designators override parts of what earlier ones set.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct in { int a, b; int c[3]; };
struct out { struct in x, y; int tail; struct in z[2]; };

static struct out o = {
    .y = {1, 2, {3, 4, 5}},
    .y.b = 20,
    .y.c[1] = 40,
    60,
    61,
    .x.c = {[2] = 7},
    .z[1].c[0] = 9,
    10,
};
static int grid[3][3] = {[1] = {1, 2, 3}, [1][1] = 9, [0][2] = 5, 6, [2] = {[1] = 8}};
static int steps[] = {[3] = 3, 4, 5, [1] = 1, 2, [5] = 55, 66};

int main(void) {
    check(o.y.a == 1 && o.y.b == 20 && o.y.c[0] == 3 && o.y.c[1] == 40 && o.y.c[2] == 60);
    check(o.tail == 61);
    check(o.x.a == 0 && o.x.b == 0 && o.x.c[0] == 0 && o.x.c[2] == 7);
    check(o.z[0].a == 0 && o.z[1].a == 0 && o.z[1].c[0] == 9 && o.z[1].c[1] == 10 && o.z[1].c[2] == 0);
    check(grid[0][0] == 0 && grid[0][2] == 5 && grid[1][0] == 6 && grid[1][1] == 9 && grid[1][2] == 3);
    check(grid[2][0] == 0 && grid[2][1] == 8);
    check(sizeof steps / sizeof *steps == 7);
    check(steps[0] == 0 && steps[1] == 1 && steps[2] == 2 && steps[3] == 3 && steps[5] == 55 && steps[6] == 66);
    for (int round = 0; round < 3; round++) {
        struct out local = {.x = {round}, .x.b = round + 1, .z = {[1] = {.c = {[0 ... 2] = round}}}};
        check(local.x.a == round && local.x.b == round + 1 && local.x.c[0] == 0);
        check(local.z[1].c[2] == round && local.z[0].c[1] == 0 && local.tail == 0);
        local.tail = 99;
    }
    return 0;
}
