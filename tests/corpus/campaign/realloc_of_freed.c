// realloc of a freed block is a violation of valid-free, even if nothing is freed after it.
// expect: false(valid-free)
// property: valid-free
extern void *malloc(unsigned long), *realloc(void *, unsigned long);
extern void free(void *);

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    free(p);
    p = realloc(p, 8); //! violated
    free(p);
    return 0;
}
