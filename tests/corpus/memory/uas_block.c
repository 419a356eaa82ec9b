// A pointer to a variable of an inner block is used after the block.
// run: use-after-scope
// data-model: both
int main(void) {
    int *p;
    int v = 0;
    {
        int inner = 3;
        p = &inner;
        v = *p;
    }
    v += *p; //! use-after-scope
    return v;
}
