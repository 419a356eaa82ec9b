// A string literal is freed.
// run: invalid-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
char *strcpy(char *, const char *);

static char *name(int known) {
    if (!known)
        return "unknown";
    return strcpy(malloc(4), "abc");
}

int main(void) {
    char *p = name(1);
    free(p);
    p = name(0);
    free(p); //! invalid-free
    return 0;
}
