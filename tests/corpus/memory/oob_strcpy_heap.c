// strcpy writes the terminating zero after the end of its target.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
char *strcpy(char *, const char *);
size_t strlen(const char *);

int main(void) {
    const char *s = "concord";
    char *copy = malloc(strlen(s));
    strcpy(copy, s); //! out-of-bounds
    free(copy);
    return 0;
}
