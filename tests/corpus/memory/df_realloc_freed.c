// realloc of a block that is already free.
// run: double-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[0] = 1;
    free(p);
    p = realloc(p, 8 * sizeof *p); //! double-free
    free(p);
    return 0;
}
