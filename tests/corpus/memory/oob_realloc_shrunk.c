// After realloc made a block smaller its old last element is outside.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);

int main(void) {
    int *p = malloc(40 * sizeof *p);
    p[39] = 1;
    p = realloc(p, 20 * sizeof *p);
    p[19] = 1;
    p[39] = 2; //! out-of-bounds
    free(p);
    return 0;
}
