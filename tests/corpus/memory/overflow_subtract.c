// INT_MIN - 1.
// run: signed-overflow
// data-model: both
static int compare(int a, int b) {
    return a - b; //! signed-overflow
}

int main(void) {
    int v = compare(-2147483647, 1);
    v = compare(-2147483647, 2);
    return v;
}
