// A local array is written at index -1.
// run: out-of-bounds
// data-model: both
static int find(const int *a, int n, int x) {
    for (int i = 0; i < n; i++)
        if (a[i] == x)
            return i;
    return -1;
}

int main(void) {
    int a[4] = {2, 3, 5, 7};
    a[find(a, 4, 5)] = 6;
    a[find(a, 4, 4)] = 5; //! out-of-bounds
    return a[0];
}
