// realloc to size 0 frees the block, and it is freed again.
// run: double-free
// data-model: both
// As in glibc: realloc(p, 0) is free(p).
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);

int main(void) {
    char *p = malloc(8);
    p[0] = 0;
    char *q = realloc(p, 0);
    if (q)
        return 0;
    free(p); //! double-free
    return 0;
}
