// A file in a block.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    int lines;
    FILE *file;
};


int main(void)
{
    struct sink *s = malloc(sizeof *s);
    if (!s)
        return 1;
    s->file = fopen("a", "w");
    if (!s->file)
        return 1;
    fputs("x", s->file);
    fclose(s->file);
    free(s);
    return 0;
}
