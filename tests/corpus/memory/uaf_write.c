// A block is written after it was freed.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    char *p = malloc(8);
    for (int i = 0; i < 8; i++) {
        p[i] = 'a'; //! use-after-free
        if (i == 5)
            free(p);
    }
    return 0;
}
