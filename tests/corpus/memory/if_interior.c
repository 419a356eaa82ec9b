// A pointer into the middle of a block is freed.
// run: invalid-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    char *s = malloc(8);
    for (int i = 0; i < 8; i++)
        s[i] = i < 3 ? ' ' : 'a';
    while (*s == ' ')
        s++;
    free(s); //! invalid-free
    return 0;
}
