// sprintf of a number with too many digits.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
int sprintf(char *, const char *, ...);

int main(void) {
    char *buf = malloc(4);
    for (int n = 9; n < 100000; n = n * 10 + 9)
        sprintf(buf, "%d", n); //! out-of-bounds
    free(buf);
    return 0;
}
