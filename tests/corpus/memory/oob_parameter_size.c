// A callee takes its array parameter to be longer than the caller's array.
// run: out-of-bounds
// data-model: both
static int dot(const int a[4], const int b[4]) {
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += a[i] * b[i]; //! out-of-bounds
    return s;
}

int main(void) {
    int x[4] = {1, 2, 3, 4};
    int y[3] = {1, 1, 1};
    int s = dot(x, x);
    return s + dot(x, y);
}
