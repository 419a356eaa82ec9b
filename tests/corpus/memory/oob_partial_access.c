// A wide read begins inside a heap block and ends outside.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void *memset(void *, int, size_t);

int main(void) {
    char *block = malloc(12);
    memset(block, 1, 12);
    long long v = *(long long *)block;
    v += *(long long *)(block + 8); //! out-of-bounds
    free(block);
    return (int)v;
}
