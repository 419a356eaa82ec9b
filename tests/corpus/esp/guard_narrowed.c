// A guard is cut off: 257 is 1 in a byte.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

extern int option(void);
FILE *f;
unsigned char narrow;
int wide;

int main(void)
{
    wide = option();
    narrow = wide;
    if (narrow == 1) {
        f = fopen("a", "w");
        if (!f)
            return 1;
    }
    if (wide == 257)
        fclose(f);
    if (narrow == 1)
        fclose(f);
    return 0;
}
