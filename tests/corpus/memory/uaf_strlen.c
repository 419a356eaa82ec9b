// strlen of a freed string.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
char *strcpy(char *, const char *);
size_t strlen(const char *);

int main(void) {
    char *s = malloc(8);
    strcpy(s, "hello");
    int n = (int)strlen(s);
    free(s);
    n += (int)strlen(s); //! use-after-free
    return n;
}
