// A local variable is freed.
// run: invalid-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

static void drop(int *p) {
    free(p); //! invalid-free
}

int main(void) {
    int x = 1;
    int *p = malloc(sizeof *p);
    drop(p);
    drop(&x);
    return x;
}
