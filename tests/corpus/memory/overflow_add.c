// INT_MAX + 1.
// run: signed-overflow
// data-model: both
static int add(int a, int b) {
    return a + b; //! signed-overflow
}

int main(void) {
    int v = add(2147483646, 1);
    v = add(v, 1);
    return v < 0;
}
