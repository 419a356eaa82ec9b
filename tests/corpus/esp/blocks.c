// Blocks are freed once, under the flag that they were allocated under.
// expect: true
// esp: true
// spec: malloc
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
int wants;
char *buffer;

int main(void)
{
    wants = option();
    if (wants) {
        buffer = malloc(8);
        if (!buffer)
            return 1;
    }
    if (wants)
        free(buffer);
    return 0;
}
