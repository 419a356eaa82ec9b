// realloc of a local array.
// run: invalid-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *realloc(void *, size_t);
void free(void *);

static int *grow(int *p, int n) {
    return realloc(p, n * sizeof *p); //! invalid-free
}

int main(void) {
    int small[4] = {1, 2, 3, 4};
    int *p = grow(small, 8);
    free(p);
    return 0;
}
