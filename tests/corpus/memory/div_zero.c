// An integer is divided by zero.
// run: division-by-zero
// data-model: both
static int average(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s / n; //! division-by-zero
}

int main(void) {
    int a[3] = {3, 4, 5};
    int v = average(a, 3);
    return v + average(a, 0);
}
