// A block is read after it was freed.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    int v = *p;
    free(p);
    v += *p; //! use-after-free
    return v;
}
