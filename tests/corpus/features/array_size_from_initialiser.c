// An array of unknown size is completed by its initialiser.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int a[] = {1, 2, 3};
static int b[] = {[9] = 1};
static const char *names[] = {"x", "y", 0};
static int m[][2] = {{1}, {2, 3}, {4}};
static struct { int k; } s[] = {{1}, {2}};
typedef int open[];
static open o1 = {1, 2}, o2 = {1, 2, 3};      // each gets its own size

int main(void) {
    check(sizeof a / sizeof *a == 3);
    check(sizeof b / sizeof *b == 10);
    check(sizeof names / sizeof *names == 3);
    check(sizeof m == 24 && m[2][0] == 4 && m[2][1] == 0);
    check(sizeof s / sizeof *s == 2);
    check(sizeof o1 == 8 && sizeof o2 == 12);
    check(sizeof((int[]){1, 2, 3, 4}) == 16);
    return 0;
}
