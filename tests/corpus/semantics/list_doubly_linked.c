// A doubly linked ring with a sentinel: insertion before and after, unlinking, walking both ways.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct link { struct link *prev, *next; int v; };

static void insert_after(struct link *at, int v) {
    struct link *n = malloc(sizeof *n);
    *n = (struct link){at, at->next, v};
    at->next->prev = n;
    at->next = n;
}
static int unlink(struct link *l) {
    int v = l->v;
    l->prev->next = l->next;
    l->next->prev = l->prev;
    free(l);
    return v;
}

int main(void) {
    struct link ring = {&ring, &ring, 0};
    for (int i = 1; i <= 6; i++)
        insert_after(i % 2 ? &ring : ring.prev, i);
    int forth = 0, back = 0;
    for (struct link *l = ring.next; l != &ring; l = l->next)
        forth = forth * 10 + l->v;
    for (struct link *l = ring.prev; l != &ring; l = l->prev)
        back = back * 10 + l->v;
    check(forth == 531246 && back == 642135);
    check(unlink(ring.next->next) == 3 && unlink(ring.prev) == 6);
    int s = 0;
    while (ring.next != &ring)
        s = s * 10 + unlink(ring.next);
    check(s == 5124 && ring.prev == &ring);
    return 0;
}
