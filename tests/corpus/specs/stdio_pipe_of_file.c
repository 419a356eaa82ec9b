// A file is closed as if it were a pipe.
// expect: false(stdio)
// spec: stdio
#include <stdio.h>

extern int from_command;

int main(void)
{
    FILE *in = from_command ? popen("date", "r") : fopen("date", "r");
    if (!in)
        return 1;
    if (fgetc(in) == EOF)
        puts("empty");
    return pclose(in); //! violated
}
