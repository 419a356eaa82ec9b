// memcmp of equal bytes reads beyond the shorter block.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);

int main(void) {
    char *a = malloc(12), *b = malloc(10);
    memset(a, 'z', 12);
    memset(b, 'z', 10);
    int equal = memcmp(a, b, 10) == 0;
    equal += memcmp(a, b, 12); //! out-of-bounds
    free(a);
    free(b);
    return equal;
}
