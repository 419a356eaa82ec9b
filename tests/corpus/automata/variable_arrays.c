// A variable-length array is storage whose address a variable holds.
// expect: true
// data-model: both
unsigned long f(int n, int m) {
    int a[n][m];
    a[1][2] = 3;
    int (*row)[m] = a + 1;
    return sizeof a + sizeof *row + (*row)[2];
}
