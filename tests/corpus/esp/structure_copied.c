// A structure with a file is copied, returned, and given as an argument.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    int lines;
    FILE *file;
};

static struct sink make(void)
{
    struct sink s;
    s.lines = 0;
    s.file = fopen("a", "w");
    return s;
}

static void line(struct sink s)
{
    fputs("x", s.file);
}

int main(void)
{
    struct sink s = make(), t;
    if (!s.file)
        return 1;
    t = s;
    line(t);
    fclose(t.file);
    return 0;
}
