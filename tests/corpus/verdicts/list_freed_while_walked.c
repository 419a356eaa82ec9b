// A list is freed by walking over freed nodes.
// expect: false(valid-deref)
// property: valid-deref
// data-model: both
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->value = i;
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n; n = n->next) //! violated
        free(n);
    return 0;
}
