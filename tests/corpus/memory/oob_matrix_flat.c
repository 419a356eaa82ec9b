// A matrix taken as one row of numbers is read after its last element.
// run: out-of-bounds
// data-model: both
int main(void) {
    int m[3][4];
    int *flat = &m[0][0];
    int s = 0;
    for (int i = 0; i < 12; i++)
        flat[i] = i;
    for (int i = 0; i < 12; i += 5)
        s += flat[i];
    s += flat[s]; //! out-of-bounds
    return s;
}
