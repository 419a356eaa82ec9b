// Several tentative definitions make one object, zero unless one initialises it.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int a;
int a;
int b;
static int sum(void) { return a + b; }
int b = 5;
int b;
static int c;
static int c;
int open[];
static int first(void) { return open[0]; }
int open[3];
extern int late;
int *where = &late;
int late = 9;
struct s later;
struct s { int x, y; };

int main(void) {
    check(sum() == 5 && c == 0);
    a = 2;
    check(sum() == 7);
    open[0] = 4;
    check(first() == 4 && sizeof open == 12 && open[2] == 0);
    check(*where == 9 && later.y == 0);
    return 0;
}
