// A pointer is moved down before the start of its heap block and written through.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    char *block = malloc(16);
    char *p = block + 16;
    for (int i = 0; i < 16; i++)
        *--p = 'x';
    *--p = 'y'; //! out-of-bounds
    free(block);
    return 0;
}
