// Arithmetic on a pointer to a variable-length array steps by run-time size.
// expect: true
// data-model: both
typedef __typeof__(sizeof 0) size_type;
extern void *malloc(size_type);
extern void free(void *);
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int main(void) {
    int rows = 3, cols = 5;
    int (*m)[cols] = malloc(sizeof(int[rows][cols]));
    if (!m) return 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = i * 100 + j;
    check(m[2][4] == 204 && (*(m + 1))[3] == 103);
    check(((int *)m)[7] == 102);
    int (*end)[cols] = m + rows;
    check(end - m == 3 && (int *)end - (int *)m == 15);
    check(sizeof *m == 20 && sizeof m == sizeof(void *));
    cols = 2;                               // the type keeps 5 columns
    check(m[1][0] == 100 && sizeof *m == 20);
    int sum = 0;
    for (int (*r)[5] = end; r > m;)
        sum += (*--r)[1];
    check(sum == 303);
    free(m);
    return 0;
}
