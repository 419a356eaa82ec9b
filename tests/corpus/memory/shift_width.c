// A shift by exactly the width of int.
// run: shift-range
// data-model: both
static unsigned low_bits(int n) {
    return (1u << n) - 1; //! shift-range
}

int main(void) {
    unsigned v = low_bits(31);
    v = low_bits(32);
    return v == 0;
}
