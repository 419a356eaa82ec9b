// A member of a freed struct is read.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct point { int x, y; };

static struct point *make(int x, int y) {
    struct point *p = malloc(sizeof *p);
    p->x = x;
    p->y = y;
    return p;
}

int main(void) {
    struct point *p = make(1, 2);
    int s = p->x;
    free(p);
    s += p->y; //! use-after-free
    return s;
}
