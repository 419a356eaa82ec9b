// A variable with an address has one instance in each call of its function.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

static void down(int n, FILE **above)
{
    FILE *own = 0;
    if (n == 0) {
        own = fopen("a", "w");
        if (!own)
            exit(1);
        fclose(own);
        *above = own;
        return;
    }
    down(n - 1, &own);
    if (own)
        fclose(own);
}

int main(void)
{
    FILE *top = 0;
    down(1, &top);
    return 0;
}
