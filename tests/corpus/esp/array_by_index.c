// Elements that are chosen when the program runs are not told apart.
// expect: true
// esp: unknown
// typestate: true
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
    return 0;
}
