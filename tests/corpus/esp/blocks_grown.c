// A block that cannot be resized is still there, and freed; otherwise the new one is.
// expect: true
// esp: true
// spec: malloc
#include <stdlib.h>

extern int more(void);

static int once(void)
{
    char *block = malloc(3);
    char *larger = realloc(block, 10);
    if (!larger) {
        free(block);
        return 1;
    }
    free(larger);
    return 0;
}

int main(void)
{
    char *block = 0;
    size_t size = 0;
    while (more()) {
        char *larger = realloc(block, size + 10);
        if (!larger) {
            free(block);
            return 1;
        }
        block = larger;
        size += 10;
    }
    free(block);
    return once();
}
