// A file is closed as a pipe if the flag changes between.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>

extern int option(void);

int main(void)
{
    int is_pipe = option();
    FILE *f;
    if (is_pipe)
        f = popen("date", "r");
    else
        f = fopen("date", "r");
    if (!f)
        return 1;
    if (option())
        is_pipe = 1;
    if (is_pipe)
        pclose(f);
    else
        fclose(f);
    return 0;
}
