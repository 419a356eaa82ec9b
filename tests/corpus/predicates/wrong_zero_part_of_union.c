// Zero in a part of a wider number: segments once took one graph for the other.
// expect: false(unreach-call)
// Why: on the second path p->l is 3, and so is p->i.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
union u {
    long l;
    int i;
};
int main(void)
{
    union u *p = malloc(sizeof *p);
    if (!p)
        return 0;
    if (__VERIFIER_nondet_int())
        p->i = 0;
    else
        p->l = 3;
    if (p->i == 3)
        reach_error(); //! violated
    return 0;
}
