// A pointer to a single int is used as an array of two.
// run: out-of-bounds
// data-model: both
static void put(int *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = 42; //! out-of-bounds
}

int main(void) {
    int x = 0;
    put(&x, 1);
    put(&x, 2);
    return x;
}
