// A helper allocates and opens, others use and close.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    int lines;
    FILE *file;
};


static struct sink *make(const char *name)
{
    struct sink *s = malloc(sizeof *s);
    if (!s)
        exit(1);
    s->lines = 0;
    s->file = fopen(name, "w");
    if (!s->file)
        exit(1);
    return s;
}

static void line(struct sink *s, const char *text)
{
    fputs(text, s->file);
    s->lines++;
}

static void finish(struct sink *s)
{
    fclose(s->file);
    free(s);
}

int main(void)
{
    struct sink *s = make("a");
    for (int i = 0; i < 10; i++)
        line(s, "x");
    finish(s);
    return 0;
}
