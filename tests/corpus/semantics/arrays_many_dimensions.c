// Rows, planes and pointers to them in arrays of three and more dimensions.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int cube[2][3][4] = {{{1, 2}, {3}}, {[1] = {[2] = 7, 8}, {9, 10, 11, 12}}};
static short five[2][1][2][1][3] = {1, 2, 3, 4, 5, 6, [1][0][1][0] = {10, 11, 12}};

static int sum(int n, int a[][3][4]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                s += a[i][j][k];
    return s;
}

static int trace(int (*plane)[4]) { return plane[0][0] + plane[1][1] + plane[2][2]; }
static int flat(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + p[i]; return s; }
static int last(int n, int m, int a[n][m]) { return a[n - 1][m - 1]; }

int main(void) {
    check(sum(2, cube) == 63 && trace(cube[1]) == 11 && trace(*cube) == 1);
    check(flat(cube[1][2], 4) == 27 * 9 + 9 * 10 + 33 + 12 && cube[1][1][3] == 8 && cube[0][2][3] == 0);
    check(sizeof cube == 24 * sizeof(int) && sizeof cube[0] == 12 * sizeof(int) && sizeof *cube[0] == 4 * sizeof(int) && sizeof **cube[0] == sizeof(int));
    check(&cube[1][0][0] == (int *)cube + 12 && *(*(*(cube + 1) + 2) + 3) == 12 && 3[2[1[cube]]] == 12);
    int (*plane)[3][4] = cube, (*row)[4] = cube[1], *cell = cube[1][2];
    check(plane + 1 == &cube[1] && row + 2 == &cube[1][2] && cell + 3 == &cube[1][2][3] && (*plane)[1][0] == 3);
    check((*(plane + 1))[1][2] == 7 && row[1][2] == 7 && (*row)[0] == 0);
    check(sizeof five == 24 && five[0][0][1][0][2] == 6 && five[1][0][0][0][0] == 0 && five[1][0][1][0][1] == 11);
    int copy[2][3][4];
    for (int i = 0; i < 24; i++)
        ((int *)copy)[23 - i] = ((int *)cube)[i];
    check(copy[0][0][0] == 12 && copy[1][2][3] == 1 && sum(2, copy) == 63);
    struct { int m[2][2]; } x = {{{1, 2}, {3, 4}}}, y = x;
    y.m[1][0] = 9;
    check(x.m[1][0] == 3 && last(2, 2, y.m) == 4 && flat(*y.m, 4) == 27 + 18 + 27 + 4);
    int *rows[3] = {cube[1][2], cube[1][1], cube[0][0]};
    check(rows[0][1] == 10 && rows[1][2] == 7 && *rows[2] == 1 && rows[1] - rows[2] == 16);
    typedef int pair[2];
    pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}}, *second = pairs + 1;
    check((*second)[1] == 4 && second[1][0] == 5 && sizeof(pair[3]) == 6 * sizeof(int));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            pairs[i][j] *= pairs[2 - i][1 - j];
    check(pairs[0][0] == 6 && pairs[1][0] == 12 && pairs[1][1] == 48 && pairs[2][1] == 36);
    return 0;
}
