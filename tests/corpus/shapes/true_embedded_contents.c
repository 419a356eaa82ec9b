// Items are moved from one list with embedded links to another, and marked as moved.
// expect: true
// property: unreach-call
// lazy-shapes: true
// segments: true
// Why: all items on `done` hold 1, those on `todo` 0.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define item_of(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))

struct list_head {
    struct list_head *next, *prev;
};

struct item {
    int done;
    struct list_head link;
};

static void list_add(struct list_head *n, struct list_head *head) {
    n->next = head->next;
    n->prev = head;
    head->next->prev = n;
    head->next = n;
}

int main(void) {
    struct list_head todo = { &todo, &todo }, done = { &done, &done };
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->done = 0;
        list_add(&item->link, &todo);
    }
    while (todo.next != &todo) {
        struct list_head *p = todo.next;
        p->prev->next = p->next;
        p->next->prev = p->prev;
        list_add(p, &done);
        item_of(p)->done = 1;
    }
    for (struct list_head *p = done.next; p != &done; p = p->next)
        if (!item_of(p)->done)
            reach_error();
    return 0;
}
