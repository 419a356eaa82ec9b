// A loop with <= writes one element after the end of a heap array.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

static void fill(int *p, int n) {
    for (int i = 0; i <= n; i++)
        p[i] = i; //! out-of-bounds
}

int main(void) {
    int *p = malloc(10 * sizeof *p);
    fill(p, 10);
    free(p);
    return 0;
}
