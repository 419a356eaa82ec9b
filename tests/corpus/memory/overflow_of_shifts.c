// Each shift fits an int, their sum does not.
// run: signed-overflow
// data-model: both
static int mask(int bits) {
    return (1 << bits) + (1 << bits); //! signed-overflow
}

int main(void) {
    int v = mask(29);
    v = mask(30);
    return v;
}
