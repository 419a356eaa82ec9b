// A jump leads past the place that closes the file to another that does.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

extern int option(void);
FILE *log;
static jmp_buf back;

static void deep(void)
{
    if (option())
        longjmp(back, 1);
}

static void work(void)
{
    deep();
    fclose(log);
    log = 0;
}

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    if (setjmp(back) == 0)
        work();
    if (log)
        fclose(log);
    return 0;
}
