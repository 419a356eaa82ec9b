// An int is read through a char pointer plus one.
// run: misaligned
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void *memset(void *, int, size_t);

int main(void) {
    char *p = malloc(16);
    memset(p, 0, 16);
    int v = *(int *)(p + 4);
    v += *(int *)(p + 1); //! misaligned
    free(p);
    return v;
}
