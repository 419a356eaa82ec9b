// A global array is freed as if it were from the heap.
// run: invalid-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

static char fixed[32];
static char *buf = fixed;

static void grow(void) {
    char *old = buf;
    buf = malloc(64);
    free(old); //! invalid-free
}

int main(void) {
    grow();
    free(buf);
    return 0;
}
