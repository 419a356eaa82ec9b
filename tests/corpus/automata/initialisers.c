// Designated, nested, overridden and elided-brace initialisers; strings; static ones.
// expect: true
// data-model: both
struct point { int x, y; };
struct line { struct point from, to; char name[4]; int weights[]; };
struct line global = { .to = { 1, 2 }, .from.y = 5, .name = "ab", .weights = { 7, 8 } };
int squares[] = { [3] = 9, [0 ... 1] = 1, 4 };
char text[] = "hi";
const char *const words[2] = { "one", text + 1 };
int f(int v) {
    struct line l = { v, v + 1, .name = { 'x' }, .to.x = 3 };
    static int calls = 2;
    struct point *p = &(struct point){ .y = v };
    return l.from.y + p->y + ++calls;
}
