// Freed on every path, if it was allocated.
// expect: true
// spec: malloc
#include <stdlib.h>

extern int n;

int main(void)
{
    int *p = malloc(sizeof *p);
    if (p)
        *p = n;
    free(p);
    return 0;
}
