// A write to the first member of one block or the second of another.
// expect: false(unreach-call)
// property: unreach-call
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
    int first, second;
};

int main(void)
{
    struct pair *a = malloc(sizeof *a);
    struct pair *b = malloc(sizeof *b);
    if (!a || !b)
        return 0;
    a->first = a->second = b->first = b->second = 1;
    int *p = __VERIFIER_nondet_int() ? &a->first : &b->second;
    *p = 5;
    if (p == &a->first && a->second != 5)
        reach_error(); //! violated
    return 0;
}
