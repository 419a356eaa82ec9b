// Rows of a two-dimensional variable-length array have run-time size.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static void fill(int r, int c, int m[r][c]) {
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            m[i][j] = 10 * i + j;
}

int main(void) {
    int r = 3, c = 4;
    int m[r][c];
    fill(r, c, m);
    check(m[2][3] == 23 && m[1][0] == 10);
    check(sizeof m == 48 && sizeof m[0] == 16 && sizeof m[0][0] == 4);
    check((char *)m[2] - (char *)m[0] == 32);
    check(((int *)m)[1 * c + 2] == 12);
    int (*row)[c] = m + 1;
    check((*row)[3] == 13);
    row++;
    check((*row)[0] == 20 && &m[r] - row == 1);
    char half[2][c];                       // one constant dimension
    check(sizeof half == 8 && sizeof half[1] == 4);
    char other[c][2];
    check(sizeof other == 8 && sizeof other[1] == 2);
    return 0;
}
