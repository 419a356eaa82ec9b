// What runs before main closes the stream.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

FILE *log;

__attribute__((constructor)) static void before(void)
{
    log = fopen("a", "w");
    if (log)
        fclose(log);
}

int main(void)
{
    if (log)
        fputs("x", log);
    return 0;
}
