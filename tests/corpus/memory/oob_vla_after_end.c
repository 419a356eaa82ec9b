// A variable length array is written one past its end.
// run: out-of-bounds
// data-model: both
static int last(int n) {
    int a[n];
    int *p = a;
    for (int i = 0; i < n; i++)
        p[i] = i;
    p[n] = n; //! out-of-bounds
    return p[n - 1];
}

int main(void) {
    return last(8);
}
