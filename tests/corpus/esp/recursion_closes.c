// A file is closed on some level of a recursion, and used on the way back.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int more(void);
FILE *log;

void walk(int depth)
{
    if (more())
        walk(depth + 1);
    else
        fclose(log);
    fputs("back", log);
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    walk(0);
    return 0;
}
