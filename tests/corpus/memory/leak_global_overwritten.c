// A global that held a block is set to null.
// run: leak
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

static int *cache;

static void fill(int v) {
    cache = malloc(sizeof *cache); //! leak
    *cache = v;
}

int main(void) {
    fill(1);
    free(cache);
    fill(2);
    cache = 0;
    return 0;
}
