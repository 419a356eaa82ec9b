// realloc of a block that lives is none.
// expect: true
// property: valid-free
extern void *malloc(unsigned long), *realloc(void *, unsigned long);
extern void free(void *);

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    int *q = realloc(p, 8);
    free(q ? q : p);
    return 0;
}
