// Failing ends leave streams to the system: no leak.
// expect: true
// spec: stdio:leaks
#include <stdio.h>
#include <stdlib.h>

extern int refused;

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    if (refused > 2)
        exit(2);
    if (refused > 1)
        abort();
    if (refused)
        return EXIT_FAILURE;
    fclose(f);
    return EXIT_SUCCESS;
}
