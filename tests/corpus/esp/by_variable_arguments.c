// A stream is closed as an unnamed argument.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdarg.h>
#include <stdio.h>

static void closer(int n, ...)
{
    va_list list;
    va_start(list, n);
    FILE *f = va_arg(list, FILE *);
    va_end(list);
    fclose(f);
}

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    closer(1, f);
    fclose(f);
    return 0;
}
