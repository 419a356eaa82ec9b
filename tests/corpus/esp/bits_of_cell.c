// Some bits of a pointer are set to zero, others stay: it is not null.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

union both {
    FILE *file;
    struct {
        unsigned long low : 57;
        unsigned long high : 7;
    } bits;
} u;

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    u.file = f;
    fputs("x", u.file);
    u.bits.high = 1;
    u.bits.low = 0;
    if (u.file)
        fclose(f);
    fclose(f);
    return 0;
}
