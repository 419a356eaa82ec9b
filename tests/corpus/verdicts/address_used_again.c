// A new block may lie where a freed one did.
// expect: false(unreach-call)
// test-case: no
#include <stdlib.h>
void reach_error(void);

int main(void) {
    char *old = malloc(4);
    if (!old)
        return 0;
    unsigned long address = (unsigned long)old;
    free(old);
    char *new = malloc(4);
    if (new && (unsigned long)new == address)
        reach_error(); //! violated
    free(new);
    return 0;
}
