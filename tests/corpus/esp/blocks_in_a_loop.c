// Blocks that are allocated in a loop are not told apart.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    int lines;
    FILE *file;
};


int main(void)
{
    struct sink *last = 0;
    for (int i = 0; i < 3; i++) {
        struct sink *s = malloc(sizeof *s);
        if (!s)
            return 1;
        s->file = fopen("a", "w");
        if (!s->file)
            return 1;
        fclose(s->file);
        if (last)
            fputs("x", last->file);
        last = s;
    }
    return 0;
}
