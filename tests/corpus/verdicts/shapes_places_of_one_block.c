// Two pointers into one block need not be equal.
// expect: false(unreach-call)
// property: unreach-call
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *block = malloc(40);
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (!block || i < 0 || i > 9 || j < 0 || j > 9)
        return 0;
    int *p = block + i, *q = block + j;
    if (p != q)
        reach_error(); //! violated
    return 0;
}
