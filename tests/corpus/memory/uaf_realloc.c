// The old pointer is used after realloc gave a new block.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);

int main(void) {
    int *old = malloc(2 * sizeof *old);
    old[0] = 1;
    int *new = realloc(old, 2000 * sizeof *new);
    new[1999] = new[0];
    int v = old[0]; //! use-after-free
    free(new);
    return v;
}
