// Null comes from a variable that never holds a file to one that does.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
FILE *never, *log;

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    if (option()) {
        fclose(log);
        log = never;
    }
    fputs("x", log);
    return 0;
}
