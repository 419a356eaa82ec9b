// offsetof from stddef.h recovers the enclosing struct from a member.
// expect: true
// data-model: both
#include <stddef.h>
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct link { struct link *next; };
struct item { int value; struct link link; char tail; };

int main(void) {
    struct item b = {2, {NULL}, 'b'}, a = {1, {&b.link}, 'a'};
    struct link *l = &a.link;
    check(container_of(l, struct item, link) == &a);
    check(container_of(l->next, struct item, link)->tail == 'b');
    check(offsetof(struct item, link) == sizeof(void *));
    int sum = 0;
    for (l = &a.link; l != NULL; l = l->next)
        sum += container_of(l, struct item, link)->value;
    check(sum == 3);
    ptrdiff_t d = (char *)&a.tail - (char *)&a;
    check(d == 2 * sizeof(void *) && sizeof(size_t) == sizeof(ptrdiff_t));
    wchar_t w = L'x';
    check(w == 'x');
    return 0;
}
