// INT_MIN / -1 is an overflow, no division by zero.
// run: signed-overflow
// data-model: both
static int divide(int a, int b) {
    if (b == 0)
        return 0;
    return a / b; //! signed-overflow
}

int main(void) {
    int low = -2147483647 - 1;
    int v = divide(low + 1, -1);
    v = divide(low, 1);
    v = divide(low, -1);
    return v;
}
