// goto jumps forward, backward and out of nested blocks.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int find(int m[3][3], int x) {
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] == x)
                goto found;
    return -1;
found:
    return i * 10 + j;
}

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    check(find(m, 6) == 12 && find(m, 1) == 0 && find(m, 10) == -1);
    int n = 0;
again:
    n++;
    if (n < 5)
        goto again;
    check(n == 5);
    goto a;
b:  n *= 2;
    goto c;
a:  n += 1;
    goto b;
c:  check(n == 12);
    {
        goto last;
    last:;
    }
two: labels: n++;                   // two labels on one statement
    if (n == 13) goto two;
    if (n == 14) goto labels;
    check(n == 15);
    return 0;
}
