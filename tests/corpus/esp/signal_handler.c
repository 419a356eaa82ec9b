// A handler of a signal that is raised closes the stream.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <signal.h>
#include <stdio.h>

FILE *log;

static void handler(int number)
{
    (void)number;
    fclose(log);
}

int main(void)
{
    log = fopen("a", "w");
    if (!log)
        return 1;
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    fputs("x", log);
    return 0;
}
