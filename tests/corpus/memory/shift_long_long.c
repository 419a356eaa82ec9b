// A 64-bit shift by 64.
// run: shift-range
// data-model: both
static int bits(unsigned long long x) {
    int n = 0;
    for (int i = 0; i <= 64; i++)
        n += (int)(x >> i & 1); //! shift-range
    return n;
}

int main(void) {
    return bits(0xF0F0F0F0F0F0F0F0ULL);
}
