// The second jump comes after the file is closed.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

extern int option(void);
FILE *log;
static jmp_buf back;

static void work(void)
{
    if (option())
        longjmp(back, 1);
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    setjmp(back);
    fclose(log);
    work();
    return 0;
}
