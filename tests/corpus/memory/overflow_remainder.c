// INT_MIN % -1 is undefined, since INT_MIN / -1 is no int.
// run: signed-overflow
// data-model: both
static int remainder_of(int a, int b) {
    return a % b; //! signed-overflow
}

int main(void) {
    int low = -2147483647 - 1;
    int v = remainder_of(low, -2);
    v += remainder_of(low + 1, -1);
    v += remainder_of(low, -1);
    return v;
}
