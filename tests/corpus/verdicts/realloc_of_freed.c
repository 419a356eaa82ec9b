// realloc frees, too.
// expect: false(valid-free)
#include <stdlib.h>

int main(void) {
    char *block = malloc(4);
    if (!block)
        return 0;
    free(block);
    block = realloc(block, 8); //! violated
    free(block);
    return 0;
}
