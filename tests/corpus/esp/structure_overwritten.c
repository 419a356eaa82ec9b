// A member of a union is written, and with it half of the file beside it.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

union both {
    FILE *file;
    int halves[2];
};

int main(void)
{
    union both u;
    u.file = fopen("a", "w");
    if (!u.file)
        return 1;
    u.halves[0] = 0;
    u.halves[1] = 0;
    fclose(u.file);
    return 0;
}
