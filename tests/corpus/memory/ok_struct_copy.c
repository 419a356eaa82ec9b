// Structs are copied between heap, stack and global, also onto themselves.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct item { int id; char name[6]; struct { short a, b; } in; };
static struct item global = {1, "one", {2, 3}};

static struct item change(struct item it) {
    it.id++;
    it.in.b = 9;
    return it;
}

int main(void) {
    struct item *heap = malloc(sizeof *heap);
    struct item local = global;
    *heap = change(local);
    check(local.id == 1 && heap->id == 2 && heap->name[2] == 'e');
    local = *heap;
    struct item *self = &local;
    *self = local;
    check(local.in.a == 2 && local.in.b == 9 && global.in.b == 3);
    free(heap);
    return 0;
}
