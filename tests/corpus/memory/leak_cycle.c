// Two blocks point at each other, and nothing else points at them.
// run: leak
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);

struct ring { struct ring *other; int v; };

static int make(void) {
    struct ring *a = malloc(2 * sizeof *a); //! leak
    a[0].v = a[1].v = 1;
    a[0].other = &a[1];
    a[1].other = &a[0];
    return a->other->other->v;
}

int main(void) {
    int v = make();
    return v - 1;
}
