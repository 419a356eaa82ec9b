// The result of a function that allocates is thrown away.
// run: leak
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
char *strcpy(char *, const char *);
size_t strlen(const char *);

static char *duplicate(const char *s) {
    char *t = malloc(strlen(s) + 1); //! leak
    return strcpy(t, s);
}

int main(void) {
    char *t = duplicate("kept");
    duplicate("lost");
    free(t);
    return 0;
}
