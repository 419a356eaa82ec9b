// A list of known length with any contents, built, walked and freed.
// expect: true
// property: valid-memsafety
// data-model: both
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 6; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            break;
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    int sum = 0;
    for (struct node *n = list; n; n = n->next)
        sum += n->value;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum == 0;
}
