// A struct of function pointers serves as a table of methods.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct shape;
struct methods { int (*area)(const struct shape *); void (*grow)(struct shape *, int); };
struct shape { const struct methods *m; int w, h; };

static int rect_area(const struct shape *s) { return s->w * s->h; }
static int tri_area(const struct shape *s) { return s->w * s->h / 2; }
static void widen(struct shape *s, int by) { s->w += by; }
static void both(struct shape *s, int by) { s->w += by; s->h += by; }

static const struct methods rect = {rect_area, both}, tri = {.grow = widen, .area = &tri_area};

int main(void) {
    struct shape all[] = {{&rect, 2, 3}, {&tri, 4, 5}};
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        all[i].m->grow(&all[i], 1);
        sum = sum * 100 + (*all[i].m->area)(all + i);
    }
    check(sum == 1212);                       // 3*4, then 5*5/2
    all[0].m = &tri;
    check(all[0].m->area(all) == 6);
    return 0;
}
