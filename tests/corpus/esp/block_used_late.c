// A file in a block is used after it was closed by a helper.
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


static void finish(struct sink *s)
{
    fclose(s->file);
}

int main(void)
{
    struct sink *s = malloc(sizeof *s);
    if (!s)
        return 1;
    s->file = fopen("a", "w");
    if (!s->file)
        return 1;
    finish(s);
    fputs("x", s->file);
    return 0;
}
