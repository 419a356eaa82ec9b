// A char is shifted as an int: by 31 is in range, by 32 is not.
// run: shift-range
// data-model: both
int main(void) {
    unsigned char c = 0;
    int v = 0;
    for (int i = 30; i < 33; i++)
        v |= c << i; //! shift-range
    return v;
}
