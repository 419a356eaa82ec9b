// The only pointer to a block ends with its function.
// run: leak
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

static int use(int n) {
    int *p = malloc(n * sizeof *p); //! leak
    for (int i = 0; i < n; i++)
        p[i] = i;
    if (p[n - 1] > 5)
        return p[n - 1];
    free(p);
    return 0;
}

int main(void) {
    int v = use(3);
    v += use(10);
    return v != 9;
}
