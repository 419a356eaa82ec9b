// A file is used on every level of a recursion.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int more(void);
FILE *log;

void walk(int depth)
{
    fprintf(log, "%d", depth);
    if (more())
        walk(depth + 1);
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    walk(0);
    fclose(log);
    return 0;
}
