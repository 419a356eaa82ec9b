// strlen of a char array without a terminating zero leaves the array.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
size_t strlen(const char *);
void *memset(void *, int, size_t);

int main(void) {
    char *s = malloc(4);
    memset(s, 'a', 4);
    s[3] = 0;
    int n = (int)strlen(s);
    s[3] = 'a';
    n += (int)strlen(s); //! out-of-bounds
    free(s);
    return n;
}
