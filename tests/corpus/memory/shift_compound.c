// A compound shift by a count read as signed from a byte.
// run: shift-range
// data-model: both
int main(void) {
    signed char counts[3] = {4, 12, (signed char)0x80};
    unsigned v = ~0u;
    for (int i = 0; i < 3; i++)
        v >>= counts[i]; //! shift-range
    return v == 0;
}
