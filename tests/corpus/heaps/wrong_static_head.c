// A list whose head is a static variable that nodes are inserted through: its address is taken.
// expect: false(unreach-call)
// property: unreach-call
// Why: the node that is found has the key that was looked for, not another one.
#include <stdlib.h>
extern void reach_error(void);

struct node {
    struct node *next;
    int key;
};

static struct node *head;

static void insert(struct node **list, int key) {
    struct node *t = malloc(sizeof *t);
    if (!t)
        exit(1);
    t->key = key;
    t->next = *list;
    *list = t;
}

static struct node *find(struct node *list, int key) {
    while (list && list->key != key)
        list = list->next;
    return list;
}

int main(void) {
    insert(&head, 2);
    insert(&head, 5);
    struct node *found = find(head, 2);
    if (found && found->key != 5)
        reach_error();  //! violated
    return 0;
}
