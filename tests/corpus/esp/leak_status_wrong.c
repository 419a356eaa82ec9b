// The status is a success before the stream is closed.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio:leaks
#include <stdio.h>
#include <stdlib.h>

extern int option(void);

int main(void)
{
    int status = 1;
    FILE *f = fopen("a", "w");
    if (!f)
        return status;
    status = 0;
    if (option())
        goto out;
    fclose(f);
out:
    exit(status);
}
