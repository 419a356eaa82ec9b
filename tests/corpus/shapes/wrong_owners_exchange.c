// Each node owns a block or none; some are overwritten by new ones.
// expect: false(valid-memtrack)
// property: valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct owner {
    char *data;
    struct owner *next;
};

int main(void) {
    struct owner *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct owner *o = malloc(sizeof *o);
        if (!o)
            abort();
        o->data = __VERIFIER_nondet_int() ? malloc(1) : NULL; //! violated
        o->next = list;
        list = o;
    }
    for (struct owner *o = list; o; o = o->next) {
        if (__VERIFIER_nondet_int()) {
            o->data = malloc(2);
            if (o->data)
                o->data[1] = 0;
        }
    }
    while (list) {
        struct owner *o = list;
        list = o->next;
        free(o->data);
        free(o);
    }
    return 0;
}
