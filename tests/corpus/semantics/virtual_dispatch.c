// Structs with a table of methods, inheritance by a first member, and a down cast.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct shape;
struct methods { int (*area)(const struct shape *); void (*scale)(struct shape *, int); const struct methods *base; };
struct shape { const struct methods *m; };
struct square { struct shape shape; int side; };
struct rect { struct square square; int height; };

static int square_area(const struct shape *s) {
    const struct square *q = (const struct square *)s;
    return q->side * q->side;
}
static void square_scale(struct shape *s, int k) { ((struct square *)s)->side *= k; }
static const struct methods squares = {square_area, square_scale, 0};
static int rect_area(const struct shape *s) {
    return ((const struct square *)s)->side * ((const struct rect *)s)->height;
}
static void rect_scale(struct shape *s, int k) {
    s->m->base->scale(s, k);
    ((struct rect *)s)->height *= k;
}
static const struct methods rects = {rect_area, rect_scale, &squares};

static int is_a(const struct shape *s, const struct methods *m) {
    for (const struct methods *p = s->m; p; p = p->base)
        if (p == m)
            return 1;
    return 0;
}

int main(void) {
    struct square *q = malloc(sizeof *q);
    struct rect *r = malloc(sizeof *r);
    *q = (struct square){{&squares}, 3};
    *r = (struct rect){{{&rects}, 2}, 5};
    struct shape *all[] = {&q->shape, &r->square.shape};
    int total = 0;
    for (int i = 0; i < 2; i++) {
        all[i]->m->scale(all[i], 2);
        total += all[i]->m->area(all[i]);
    }
    check(total == 36 + 40 && is_a(all[1], &squares) && !is_a(all[0], &rects));
    check((void *)all[1] == r && r->square.side == 4 && squares.area(all[1]) == 16);
    free(q);
    free(r);
    return 0;
}
