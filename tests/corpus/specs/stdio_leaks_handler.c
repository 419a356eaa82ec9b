// What is open at the end is closed by a handler: no leak.
// expect: true
// spec: stdio:leaks
#include <stdio.h>
#include <stdlib.h>

static FILE *log;

static void finish(void)
{
    if (log)
        fclose(log);
}

int main(void)
{
    if (atexit(finish))
        return 1;
    log = fopen("log", "w");
    if (log)
        fputs("begins", log);
    return 0;
}
