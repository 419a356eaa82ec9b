// += on an int passes INT_MAX.
// run: signed-overflow
// data-model: both
int main(void) {
    int a[5] = {2000000000, 100000000, 47483647, 0, 1};
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += a[i]; //! signed-overflow
    return s;
}
