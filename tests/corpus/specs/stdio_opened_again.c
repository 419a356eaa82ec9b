// The address of a closed stream may belong to a new one.
// expect: true
// spec: stdio
#include <stdio.h>

static int write_line(const char *name, const char *line)
{
    FILE *f = fopen(name, "w");
    if (!f)
        return -1;
    fputs(line, f);
    fclose(f);
    return 0;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        if (write_line("log", "x"))
            return 1;
    return 0;
}
