// Opened, written to, closed: on every path.
// expect: true
// spec: stdio
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("log", "w");
    if (!f)
        return 1;
    fprintf(f, "%d\n", 1);
    return fclose(f);
}
