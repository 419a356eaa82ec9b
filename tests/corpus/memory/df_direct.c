// A block is freed twice in a row.
// run: double-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    free(p); //! double-free
    return 0;
}
