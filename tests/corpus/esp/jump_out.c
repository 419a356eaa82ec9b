// A jump leads to where a file is used that was closed on the way.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>
extern int option(void);
FILE *log;

static jmp_buf back;

static void work(void)
{
    if (option()) {
        fclose(log);
        longjmp(back, 1);
    }
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    if (setjmp(back) == 0)
        work();
    fputs("x", log);
    fclose(log);
    return 0;
}
