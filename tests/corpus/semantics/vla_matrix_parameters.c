// Variable length arrays as parameters: two dimensions, sizes computed from others.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}
static void transpose(int r, int c, int from[r][c], int to[c][r]) {
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            to[j][i] = from[i][j];
}
static int last(int a, int b, int m[a + 1][b * 2]) {
    check(sizeof m[0] == b * 2 * sizeof(int));
    return m[a][b * 2 - 1];
}
static int cube(int n, int (*a)[n][n]) {
    check(sizeof *a == n * n * sizeof(int));
    return a[n - 1][n - 1][n - 1];
}

int main(void) {
    int n = 3;
    int m[n][n + 1], t[n + 1][n], q[n][n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            m[i][j] = 10 * i + j;
    transpose(n, n + 1, m, t);
    check(t[3][1] == 13 && t[0][2] == 20 && last(2, 2, m) == 23);
    check((int *)t[1] - (int *)t[0] == 3 && (char *)m[2] - (char *)m == 32);
    for (int i = 0; i < n * n * n; i++)
        (&q[0][0][0])[i] = i;
    check(cube(n, q) == 26 && trace(n, q[1]) == 9 + 13 + 17);
    int (*p)[n + 1] = m + 1;
    n = 7;
    check(p[1][2] == 22 && sizeof *p == 16);
    return 0;
}
