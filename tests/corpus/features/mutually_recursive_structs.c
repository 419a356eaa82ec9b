// Two structs refer to one another; a block may declare a new tag.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct owner;
struct item { int id; struct owner *of; };
struct owner { int count; struct item items[2]; };

static int hidden(void) {
    struct item;                              // a new, incomplete tag here
    struct other { struct item *p; };
    struct item { char c[3]; };
    struct other o;
    return sizeof *o.p;
}

int main(void) {
    struct owner o = {2, {{1, 0}, {2, 0}}};
    o.items[0].of = o.items[1].of = &o;
    check(o.items[1].of->items[0].of->count == 2);
    check(o.items[0].of->items[1].id == 2);
    check(hidden() == 3);
    check(sizeof(struct item) == 2 * sizeof(void *));
    return 0;
}
