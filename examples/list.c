// Builds a list of a given length, sums it up, and frees it.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return head;
    node->value = value;
    node->next = head;
    return node;
}

static int length(const struct node *list)
{
    int n = 0;
    for (; list != NULL; list = list->next)
        n++;
    return n;
}

static long sum(const struct node *list)
{
    long total = 0;
    for (; list != NULL; list = list->next)
        total += list->value;
    return total;
}

static void release(struct node *list)
{
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 10; i++)
        list = push(list, 2 * i);
    int even = sum(list) % 2 == 0;
    int short_enough = length(list) <= 10;
    release(list);
    return even && short_enough ? 0 : 1;
}
