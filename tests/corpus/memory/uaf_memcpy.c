// memcpy copies out of a freed block.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

int main(void) {
    char *from = malloc(16);
    char to[16];
    memset(from, 0, 16);
    memcpy(to, from, 16);
    free(from);
    memcpy(to, from, 16); //! use-after-free
    return to[0];
}
