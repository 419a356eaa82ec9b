// A pointer variable that is written through its address, when only its target matters.
// expect: false(unreach-call)
// property: unreach-call
#include <stdlib.h>
extern void reach_error(void);
struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *kept = malloc(sizeof *kept);
    struct node *other = malloc(sizeof *other);
    if (!kept || !other)
        return 0;
    struct node **at = &kept;
    kept->value = 1;
    other->value = 2;
    kept->next = other->next = 0;
    *at = other;
    if (kept->value == 2)
        reach_error(); //! violated
    return 0;
}
