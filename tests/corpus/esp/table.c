// A table of files in static storage, one of them the standard output.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    int lines;
    FILE *file;
};

static struct sink sinks[2] = {{1, 0}, {2, 0}};

static void act(struct sink *s)
{
    if (s->file)
        fputs("x", s->file);
}

int main(void)
{
    sinks[0].file = fopen("a", "w");
    sinks[1].file = stdout;
    act(&sinks[0]);
    act(&sinks[1]);
    if (sinks[0].file) {
        fclose(sinks[0].file);
        sinks[0].file = 0;
    }
    act(&sinks[0]);
    return 0;
}
