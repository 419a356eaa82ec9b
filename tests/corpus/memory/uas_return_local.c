// A function hands out the address of its own variable, which is read after the return.
// run: use-after-scope
// data-model: both
static int *hide(int *p) { return p; }
static int *make(int v) {
    int local = v;
    return hide(&local);
}

int main(void) {
    int *p = make(3);
    return *p; //! use-after-scope
}
