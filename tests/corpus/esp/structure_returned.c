// A structure with a stream is returned and copied.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

struct sink {
    FILE *file;
};

static struct sink make(void)
{
    struct sink s;
    s.file = fopen("a", "w");
    return s;
}

int main(void)
{
    struct sink s = make(), t;
    if (!s.file)
        return 1;
    t = s;
    fclose(t.file);
    fclose(s.file);
    return 0;
}
