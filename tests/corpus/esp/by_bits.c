// A bit-field that is narrower than a pointer holds all of a stream's address.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

struct tagged {
    unsigned long address : 56;
    unsigned long tag : 8;
};

int main(void)
{
    struct tagged t;
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    t.address = (unsigned long)f;
    t.tag = 1;
    fclose(f);
    FILE *g = (FILE *)(unsigned long)t.address;
    if (g)
        fclose(g);
    return 0;
}
