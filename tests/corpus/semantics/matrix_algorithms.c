// Matrix product, power, transposition and an exact determinant.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

typedef long long matrix[3][3];

static void multiply(matrix to, matrix a, matrix b) {
    matrix r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            r[i][j] = 0;
            for (int k = 0; k < 3; k++)
                r[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < 9; i++)
        to[i / 3][i % 3] = r[i / 3][i % 3];
}
static long long determinant(int n, int m[n][n]) {
    if (n == 1)
        return m[0][0];
    long long d = 0;
    for (int c = 0; c < n; c++) {
        int minor[n - 1][n - 1];
        for (int i = 1; i < n; i++)
            for (int j = 0, k = 0; j < n; j++)
                if (j != c)
                    minor[i - 1][k++] = m[i][j];
        d += (c % 2 ? -1 : 1) * m[0][c] * determinant(n - 1, minor);
    }
    return d;
}

int main(void) {
    matrix m = {{1, 1, 1}, {1, 0, 0}, {0, 1, 0}}, p = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int e = 40; e; e >>= 1) {
        if (e & 1)
            multiply(p, p, m);
        multiply(m, m, m);
    }
    check(p[0][2] == 12960201916LL);
    int a[4][4] = {{2, -1, 0, 3}, {4, 5, -2, 1}, {0, 7, 1, -3}, {6, 2, 8, 1}};
    check(determinant(4, a) == -450);
    int t[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            t[j][i] = a[i][j];
    check(determinant(4, t) == determinant(4, a));
    return 0;
}
