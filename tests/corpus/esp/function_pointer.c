// A file is written to through a pointer to a function.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
FILE *log;

static void quiet(FILE *f)
{
    (void)f;
}

static void loud(FILE *f)
{
    fputs("loud", f);
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    void (*act)(FILE *) = option() ? quiet : loud;
    act(log);
    fclose(log);
    return 0;
}
