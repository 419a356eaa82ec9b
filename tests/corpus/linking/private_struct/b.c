struct state { char name[12]; };
typedef unsigned char word;
enum { LIMIT = 99 };
struct opaque { int n; };
static struct opaque only = {100};
struct opaque *open_it(void) { return &only; }
int next(struct opaque *o) { return ++o->n; }
int size_in_b(void) { return sizeof(struct state) + sizeof(word) + LIMIT; }
