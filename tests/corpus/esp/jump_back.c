// A jump leads to where the file is known to be open.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

extern int option(void);
FILE *log;
static jmp_buf back;

static void work(void)
{
    fputs("x", log);
    if (option())
        longjmp(back, 1);
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
