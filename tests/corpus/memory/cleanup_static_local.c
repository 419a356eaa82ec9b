// A static local keeps its buffer to the end.
// run: cleanup
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

static char *buffer(void) {
    static char *kept;
    if (!kept)
        kept = malloc(100); //! cleanup
    return kept;
}

int main(void) {
    char *p = buffer();
    p[0] = 1;
    buffer()[1] = 2;
    return p[1] - 2;
}
