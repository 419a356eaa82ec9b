// A file in a structure behind a pointer.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    FILE *file;
};

static void act(struct sink *s)
{
    fputs("x", s->file);
}

int main(void)
{
    struct sink s;
    s.file = fopen("sink", "w");
    if (!s.file)
        return 1;
    act(&s);
    fclose(s.file);
    return 0;
}
