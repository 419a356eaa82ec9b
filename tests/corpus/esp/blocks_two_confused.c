// Two blocks with a file each, one of which is closed by the wrong name.
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


extern int option(void);

int main(void)
{
    struct sink *s = malloc(sizeof *s), *t = malloc(sizeof *t);
    if (!s || !t)
        return 1;
    s->file = fopen("a", "w");
    t->file = fopen("b", "w");
    if (s->file && t->file) {
        struct sink *one = option() ? s : t;
        fclose(one->file);
        fputs("x", s->file);
    }
    return 0;
}
