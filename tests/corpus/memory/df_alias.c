// Two owners of one block both free it.
// run: double-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct owner { char *data; };

static void release(struct owner *o) {
    free(o->data); //! double-free
    o->data = 0;
}

int main(void) {
    struct owner a, b;
    a.data = malloc(4);
    b = a;
    release(&a);
    release(&a);
    release(&b);
    return 0;
}
