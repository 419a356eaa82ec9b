// A list of lists is built and freed.
// expect: true
// property: valid-memsafety
// segments: true
// Why: each outer node leads to an inner list of its own, which is freed before it.
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
            struct inner *i = malloc(sizeof *i);
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
        while (o->list) {
            struct inner *i = o->list;
            o->list = i->next;
            free(i);
        }
        free(o);
    }
    return 0;
}
