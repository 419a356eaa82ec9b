// Array parameters may use earlier parameters in their sizes.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int at(int n, int m, int (*a)[n][m], int i, int j) { return (*a)[i][j]; }
static int trace(int n, int a[n][n]);
static int proto(int n, int a[*][*]);
static int trace(int n, int a[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += a[i][i];
    return t;
}
static int proto(int n, int a[n][n + 1]) { return sizeof a[0]; }
static int effects;
static int bump(void) { effects++; return 3; }
static int evaluated(int a[][bump()]) { return sizeof *a; }
static int old(n, a) int n; int a[n][n]; { return a[1][n - 1]; }

int main(void) {
    int a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    check(trace(3, a) == 15);
    check(at(3, 3, &a, 2, 0) == 7);
    int b[2][3] = {{1, 2, 3}, {4, 5, 6}};
    check(proto(2, b) == 12);
    check(evaluated(a) == 12 && effects == 1);   // size evaluated on entry
    check(old(3, a) == 6);
    int flat[4] = {1, 2, 3, 4};
    check(trace(2, (int (*)[2])flat) == 5);
    return 0;
}
