// The old pointer is freed after realloc already replaced its block.
// run: double-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);

int main(void) {
    int *p = malloc(sizeof *p);
    int *q = realloc(p, 1000 * sizeof *p);
    q[999] = 1;
    free(p); //! double-free
    free(q);
    return 0;
}
