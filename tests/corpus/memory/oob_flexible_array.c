// A flexible array member is written one element past the allocation.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct vec { int n; int data[]; };

int main(void) {
    struct vec *v = malloc(sizeof *v + 3 * sizeof(int));
    v->n = 4;
    for (int i = 0; i < v->n; i++)
        v->data[i] = i; //! out-of-bounds
    free(v);
    return 0;
}
