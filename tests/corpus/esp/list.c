// The files in a list are not told apart.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct node {
    FILE *file;
    struct node *next;
};

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->file = fopen("a", "w");
        if (!n->file)
            return 1;
        n->next = list;
        list = n;
    }
    fclose(list->file);
    for (struct node *n = list; n; n = n->next)
        fclose(n->file);
    return 0;
}
