// Two blocks of one kind have one file, which is closed by way of one of them.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    FILE *file;
    struct sink *next;
};

int main(void)
{
    struct sink *list = 0;
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    for (int i = 0; i < 2; i++) {
        struct sink *s = malloc(sizeof *s);
        if (!s)
            return 1;
        s->file = f;
        s->next = list;
        list = s;
    }
    fclose(list->file);
    list->file = 0;
    FILE *other = list->next->file;
    if (other)
        fputs("x", other);
    return 0;
}
