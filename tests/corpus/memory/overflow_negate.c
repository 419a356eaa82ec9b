// -INT_MIN does not exist.
// run: signed-overflow
// data-model: both
static int magnitude(int x) {
    if (x < 0)
        return -x; //! signed-overflow
    return x;
}

int main(void) {
    int v = magnitude(-2147483647);
    v = magnitude(-v - 1);
    return v;
}
