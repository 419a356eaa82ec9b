// A handler that runs at exit closes the file; how often it runs is not followed.
// expect: true
// esp: unknown
// typestate: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
FILE *log;

static void finish(void)
{
    fclose(log);
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    if (atexit(finish))
        return 1;
    if (option())
        exit(2);
    fputs("x", log);
    return 0;
}
