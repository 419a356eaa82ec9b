// A block is freed through one pointer and read through another.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

static int *cache;

static void drop(int *p) { free(p); }

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[2] = 3;
    cache = p + 2;
    drop(p);
    return *cache; //! use-after-free
}
