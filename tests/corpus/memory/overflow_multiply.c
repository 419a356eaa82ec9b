// The product of two ints does not fit.
// run: signed-overflow
// data-model: both
static int square(int x) {
    return x * x; //! signed-overflow
}

int main(void) {
    int v = square(46340);
    v = square(46341);
    return v;
}
