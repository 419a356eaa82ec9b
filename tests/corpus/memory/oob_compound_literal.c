// An array made by a compound literal is read past its end.
// run: out-of-bounds
// data-model: both
int main(void) {
    int *p = (int[]){1, 2, 3};
    int s = 0;
    for (int i = 0; i != 3; i++)
        s += p[i];
    s += p[s / 2]; //! out-of-bounds
    return s;
}
