// Each node owns a block, which is freed with it.
// expect: true
// property: valid-memsafety
// segments: true
// Why: no two nodes lead to the same block.
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
        o->data = malloc(sizeof *o->data);
        if (!o->data)
            abort();
        *o->data = 1;
        list = o;
    }
    while (list) {
        struct owner *o = list;
        list = o->next;
        free(o->data);
        free(o);
    }
    return 0;
}
