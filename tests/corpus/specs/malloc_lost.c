// An automaton that watches a block does not keep it.
// expect: false(valid-memtrack)
// spec: malloc
// property: valid-memtrack
#include <stdlib.h>

int main(void)
{
    char *p = malloc(3); //! violated
    if (!p)
        return 0;
    p = 0;
    return 0;
}
