// A structure is freed, the block that it owns is not.
// expect: false(malloc)
// esp: unknown
// typestate: false(malloc)
// spec: malloc:leaks
#include <stdlib.h>

struct text {
    char *bytes;
};

static struct text *create(void)
{
    struct text *t = malloc(sizeof *t);
    if (!t)
        return 0;
    t->bytes = malloc(16);
    if (!t->bytes) {
        free(t);
        return 0;
    }
    return t;
}

static void destroy(struct text *t)
{
    free(t);
}

int main(void)
{
    struct text *t = create();
    if (t)
        destroy(t);
    return 0;
}
