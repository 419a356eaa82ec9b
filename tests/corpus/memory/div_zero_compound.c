// A compound assignment divides by a narrowed value that is zero.
// run: division-by-zero
// data-model: both
int main(void) {
    int v = 100;
    unsigned char d = 255;
    v /= d;
    d++;
    v /= d; //! division-by-zero
    return v;
}
