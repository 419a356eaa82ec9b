// What a comparison with the address of a freed block gave, it gives again.
// expect: true
// property: unreach-call
// data-model: both
#include <stdlib.h>
extern void reach_error(void);
static unsigned long long old;
static int state;

int main(void)
{
    char *p = malloc(1), *r = malloc(1);
    if (!p || !r)
        return 0;
    old = (unsigned long)p;
    free(p);
    if ((unsigned long)r == old) // they lived at the same time
        reach_error();
    state = 2;
    char *q = malloc(1);
    if (!q)
        return 0;
    if ((unsigned long)q == old)
        state = 0;
    if (state == 2 && (unsigned long)q == old)
        reach_error();
    return 0;
}
