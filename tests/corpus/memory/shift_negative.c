// A shift by a negative count.
// run: shift-range
// data-model: both
static unsigned shift(unsigned x, int by) {
    return x << by; //! shift-range
}

int main(void) {
    unsigned v = 0;
    for (int by = 3; by >= -1; by--)
        v |= shift(1, by);
    return (int)v;
}
