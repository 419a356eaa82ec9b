// 13! does not fit an int.
// run: signed-overflow
// data-model: both
static int factorial(int n) {
    if (n == 0)
        return 1;
    return n * factorial(n - 1); //! signed-overflow
}

int main(void) {
    int v = factorial(12);
    v = factorial(13);
    return v;
}
