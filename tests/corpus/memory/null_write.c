// A null pointer is written through.
// run: null-dereference
// data-model: both
static void set(int *out, int v) {
    *out = v; //! null-dereference
}

int main(void) {
    int x;
    int *p[2] = {&x};
    for (int i = 0; i < 2; i++)
        set(p[i], i);
    return x;
}
