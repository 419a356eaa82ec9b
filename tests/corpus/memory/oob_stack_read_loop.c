// A loop reads one element after the end of a local array.
// run: out-of-bounds
// data-model: both
static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i]; //! out-of-bounds
    return s;
}

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    return sum(a, 5) == 15 ? sum(a, 6) : 0;
}
