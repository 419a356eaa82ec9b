// A closed stream is closed again if a new one has its address: the run ends there.
// expect: true
// esp: unknown
// typestate: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    fclose(f);
    FILE *g = fopen("b", "w");
    if (!g)
        return 1;
    if (f == g) {
        fclose(f);
        fclose(g);
    }
    return 0;
}
