// A left shift moves a bit out of a signed int (C11 6.5.7p4).
// run: signed-overflow
// data-model: both
static int scale(int x, int by) {
    return x << by; //! signed-overflow
}

int main(void) {
    int v = scale(3, 29);
    v = scale(3, 30);
    return v;
}
