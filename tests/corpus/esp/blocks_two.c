// Two blocks with a file each.
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
    struct sink *s = malloc(sizeof *s), *t = malloc(sizeof *t);
    if (!s || !t)
        return 1;
    s->file = fopen("a", "w");
    t->file = fopen("b", "w");
    if (s->file && t->file) {
        fputs("x", s->file);
        fclose(t->file);
        fputs("x", s->file);
        fclose(s->file);
    }
    return 0;
}
