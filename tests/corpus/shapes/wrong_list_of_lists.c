// A list of lists is built, and of each inner list only the first node is freed.
// expect: false(valid-memtrack)
// property: valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct inner *list;
    struct outer *next;
};

int main(void) {
    struct outer *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *o = malloc(sizeof *o);
        if (!o)
            abort();
        o->list = NULL;
        while (__VERIFIER_nondet_int()) {
            struct inner *i = malloc(sizeof *i); //! violated
            if (!i)
                abort();
            i->next = o->list;
            o->list = i;
        }
        o->next = all;
        all = o;
    }
    while (all) {
        struct outer *o = all;
        all = o->next;
        if (o->list) {
            struct inner *i = o->list;
            o->list = i->next;
            free(i);
        }
        free(o);
    }
    return 0;
}
