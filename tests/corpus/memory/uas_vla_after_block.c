// A variable length array ends with its block.
// run: use-after-scope
// data-model: both
// sanitizer: none, because gcc does not poison a variable length array when its block ends
static int use(int n) {
    int *p;
    int v = 0;
    {
        int a[n];
        for (int i = 0; i < n; i++)
            a[i] = i;
        p = a;
        v = p[1];
    }
    return v + p[1]; //! use-after-scope
}

int main(void) {
    return use(6);
}
