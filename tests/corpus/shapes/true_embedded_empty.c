// The first item is taken off a global list with embedded links, if there is one.
// expect: true
// property: valid-memsafety
// segments: true
// Why: the list is tested for emptiness before its first link is taken for that of an item.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct item {
    struct list_head link;
    int value;
};

static struct list_head items = { &items, &items };

static int list_empty(struct list_head *head) {
    return head->next == head;
}

static void list_del(struct list_head *p) {
    p->prev->next = p->next;
    p->next->prev = p->prev;
}

int main(void) {
    do {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->value = 1;
        item->link.next = &items;
        item->link.prev = items.prev;
        items.prev->next = &item->link;
        items.prev = &item->link;
    } while (__VERIFIER_nondet_int());
    while (!list_empty(&items)) {
        struct item *item = (struct item *)items.next;
        list_del(&item->link);
        free(item);
    }
    return 0;
}
