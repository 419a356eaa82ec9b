// A structure is cleared byte by byte, and its file used then.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

#include <string.h>

struct sink {
    int lines;
    FILE *file;
};


int main(void)
{
    struct sink s;
    s.file = fopen("a", "w");
    if (!s.file)
        return 1;
    memset(&s, 0, sizeof s);
    fputs("x", s.file);
    return 0;
}
