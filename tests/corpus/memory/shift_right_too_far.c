// A right shift by more than the width.
// run: shift-range
// data-model: both
int main(void) {
    unsigned v = 0xDEADBEEFu;
    int n = 0;
    for (int by = 0; by < 40; by += 8)
        n += (v >> by) & 1; //! shift-range
    return n;
}
