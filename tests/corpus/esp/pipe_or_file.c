// A flag remembers whether a pipe or a file was opened.
// expect: true
// esp: true
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
    if (fgetc(f) == EOF)
        puts("empty");
    if (is_pipe)
        pclose(f);
    else
        fclose(f);
    return 0;
}
