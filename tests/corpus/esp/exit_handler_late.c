// A handler that runs at exit closes a file that is closed.
// expect: false(stdio)
// esp: unknown
// typestate: false
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
    if (option()) {
        fclose(log);
        exit(2);
    }
    return 0;
}
