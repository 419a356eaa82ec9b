// A null pointer is read.
// run: null-dereference
// data-model: both
static int get(const int *p) {
    return *p; //! null-dereference
}

int main(void) {
    int x = 4;
    int v = get(&x);
    return v + get(0);
}
