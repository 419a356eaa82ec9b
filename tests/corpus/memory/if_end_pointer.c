// The pointer one past the end of a block is freed.
// run: invalid-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    int *p = malloc(4 * sizeof *p);
    int *end = p + 4;
    while (p != end)
        *p++ = 0;
    free(p); //! invalid-free
    return 0;
}
