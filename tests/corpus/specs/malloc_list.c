// The nodes of a short list are freed, each once.
// expect: true
// spec: malloc
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
