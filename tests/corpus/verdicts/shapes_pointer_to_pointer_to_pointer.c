// A variable that holds the address of a pointer is itself written through a pointer.
// expect: false(unreach-call)
// property: unreach-call
#include <stdlib.h>
extern void reach_error(void);

static int *a, *b;
static int **which = &a;

static void aim(int ***at, int **to)
{
    *at = to;
}

int main(void)
{
    a = malloc(sizeof *a);
    b = malloc(sizeof *b);
    if (!a || !b)
        return 0;
    aim(&which, &b);
    *which = 0;
    if (a)
        reach_error(); //! violated
    return 0;
}
