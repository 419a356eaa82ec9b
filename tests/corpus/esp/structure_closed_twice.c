// A file in a structure is closed by a helper, and again.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    FILE *file;
};

static void act(struct sink *s)
{
    fclose(s->file);
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
