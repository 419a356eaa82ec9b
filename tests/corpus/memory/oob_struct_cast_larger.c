// A block of a small struct is used as a larger one, whose last member lies outside.
// run: out-of-bounds
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct small { int tag; int a; };
struct large { int tag; int a; int b; };

static void set(struct large *l) {
    l->tag = 1;
    l->a = 2;
    l->b = 3; //! out-of-bounds
}

int main(void) {
    struct small *s = malloc(sizeof *s);
    s->tag = 0;
    set((struct large *)s);
    free(s);
    return 0;
}
