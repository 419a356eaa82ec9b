// The status says whether streams are left open.
// expect: true
// esp: true
// spec: stdio:leaks
#include <stdio.h>
#include <stdlib.h>

extern int option(void);

static void finish(int status)
{
    exit(status);
}

int main(void)
{
    int status = 0;
    FILE *f = fopen("a", "w");
    if (!f)
        finish(2);
    if (option()) {
        status = 1;
        goto out;
    }
    fclose(f);
out:
    return status;
}
