// The last index of a multidimensional array varies fastest.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int cube[2][3][4];
static int pick(int c[][3][4], int i, int j, int k) { return c[i][j][k]; }

int main(void) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = i * 100 + j * 10 + k;
    unsigned char *base = (unsigned char *)cube;
    check(*(int *)(base + 4 * (1 * 12 + 2 * 4 + 3)) == 123);
    check(sizeof cube == 96 && sizeof cube[0] == 48 && sizeof cube[0][0] == 16);
    check(pick(cube, 1, 0, 3) == 103);
    check(*(*(*(cube + 1) + 2) + 3) == 123);
    check(&cube[1] - &cube[0] == 1 && &cube[1][2] - &cube[1][0] == 2);
    int (*plane)[4] = cube[1];
    check(plane[2][1] == 121);
    int *jagged[2], r0[1] = {5}, r1[3] = {6, 7, 8};
    jagged[0] = r0;
    jagged[1] = r1;
    check(jagged[1][2] == 8 && **jagged == 5);
    char words[][6] = {"one", "three"};
    check(words[1][4] == 'e' && words[0][4] == 0 && sizeof words == 12);
    return 0;
}
