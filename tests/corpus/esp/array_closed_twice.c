// The files of an array are closed in a loop, and one of them again.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *files[3];
    for (int i = 0; i < 3; i++) {
        files[i] = fopen("x", "w");
        if (!files[i])
            return 1;
    }
    for (int i = 0; i < 3; i++)
        fclose(files[i]);
    fclose(files[1]);
    return 0;
}
