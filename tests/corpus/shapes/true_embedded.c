// Items with embedded links on a global list; its walk keeps the next link.
// expect: true
// property: valid-memsafety
// lazy-shapes: true
// segments: true
// Why: the links form a ring through the global head, and next is read before the item is freed.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

struct item {
    int value;
    struct list_head link;
};

static struct list_head items = { &items, &items };

static void list_add(struct list_head *n, struct list_head *at) {
    n->next = at->next;
    n->prev = at;
    at->next->prev = n;
    at->next = n;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->value = 1;
        list_add(&item->link, &items);
    }
    struct list_head *p = items.next;
    while (p != &items) {
        struct list_head *next = p->next;
        free(container_of(p, struct item, link));
        p = next;
    }
    return 0;
}
