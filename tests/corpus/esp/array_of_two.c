// The elements of a short array are told apart.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *files[2];
    files[0] = fopen("a", "w");
    files[1] = fopen("b", "w");
    if (!files[0] || !files[1])
        return 1;
    fclose(files[0]);
    fputs("x", files[1]);
    fclose(files[1]);
    return 0;
}
