// The same, by a pointer to realloc.
// expect: false(valid-free)
// property: valid-free
extern void *malloc(unsigned long), *realloc(void *, unsigned long);
extern void free(void *);

int main(void) {
    void *(*grow)(void *, unsigned long) = realloc;
    int *p = malloc(4);
    if (!p)
        return 0;
    free(p);
    p = grow(p, 8); //! violated
    return 0;
}
