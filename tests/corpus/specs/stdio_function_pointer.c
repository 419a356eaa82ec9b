// Calls through a pointer are seen too.
// expect: false(stdio)
// spec: stdio
#include <stdio.h>

extern int choice;

static int keep(FILE *f)
{
    return f != 0;
}

int main(void)
{
    int (*done)(FILE *) = choice ? keep : fclose;
    FILE *f = fopen("log", "w");
    if (!f)
        return 1;
    done(f);
    return fclose(f); //! violated
}
