// A file is closed through a pointer to a function, and again.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
FILE *log;

static void keep(FILE *f)
{
    fputs("kept", f);
}

static void drop(FILE *f)
{
    fclose(f);
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    void (*act)(FILE *) = option() ? keep : drop;
    act(log);
    fclose(log);
    return 0;
}
