// A name from memory that held a block before is printed after the block was freed.
// expect: true
// esp: true
// spec: malloc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int more(void);
char *names[2];

int main(void)
{
    char *own = strdup("own");
    if (!own)
        return 1;
    names[0] = own;
    names[1] = "other";
    free(own);
    names[0] = "none";
    printf("%s\n", names[more() & 1]);
    return 0;
}
