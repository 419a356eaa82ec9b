// Each node is to own a block, but may take that of the node behind it.
// expect: false(valid-free)
// property: valid-free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct owner {
    int *data;
    struct owner *next;
};

int main(void) {
    struct owner *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct owner *o = malloc(sizeof *o);
        if (!o)
            abort();
        o->next = list;
        if (list && __VERIFIER_nondet_int()) {
            o->data = list->data;
            list = o;
            continue;
        }
        o->data = malloc(sizeof *o->data);
        if (!o->data)
            abort();
        *o->data = 1;
        list = o;
    }
    while (list) {
        struct owner *o = list;
        list = o->next;
        free(o->data); //! violated
        free(o);
    }
    return 0;
}
