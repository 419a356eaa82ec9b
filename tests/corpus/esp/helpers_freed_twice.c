// Helpers are called with two structures, and the block of one is freed twice.
// expect: false(malloc)
// esp: unknown
// typestate: false(malloc)
// spec: malloc
#include <stdlib.h>

struct buffer {
    char *data;
    int length;
};

static int begin(struct buffer *b)
{
    b->length = 0;
    b->data = malloc(10);
    return b->data != 0;
}

static void end(struct buffer *b)
{
    free(b->data);
}

int main(void)
{
    struct buffer a, b;
    if (!begin(&a))
        return 1;
    if (!begin(&b)) {
        end(&a);
        return 1;
    }
    end(&a);
    end(&b);
    end(&a);
    return 0;
}
