// A stream is closed by way of another member of a union.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

union both {
    FILE *file;
    unsigned long number;
};

int main(void)
{
    union both u;
    u.file = fopen("a", "w");
    if (!u.file)
        return 1;
    FILE *g = (FILE *)u.number;
    fclose(g);
    fclose(u.file);
    return 0;
}
