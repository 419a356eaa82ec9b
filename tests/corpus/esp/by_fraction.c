// The bytes of a stream's address go through a floating-point variable.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

union both {
    FILE *file;
    double number;
};

static double kept;

int main(void)
{
    union both a, b;
    a.file = fopen("a", "w");
    if (!a.file)
        return 1;
    kept = a.number;
    b.number = kept;
    fclose(a.file);
    if (b.file)
        fclose(b.file);
    return 0;
}
