// The pointer one past the end may exist, but it is dereferenced.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

int main(void) {
    long *first = malloc(3 * sizeof *first);
    long *end = first + 3;
    long last = 0;
    for (long *p = first; p != end; p++)
        *p = 7;
    last = *end; //! out-of-bounds
    free(first);
    return (int)last;
}
