// Memory from alloca is written after its end.
// run: out-of-bounds
// data-model: both
static int use(unsigned n) {
    char *p = __builtin_alloca(n);
    for (unsigned i = 0; i <= n; i++)
        p[i] = 0; //! out-of-bounds
    return p[0];
}

int main(void) {
    return use(16);
}
