// A pipe is read and closed as one.
// expect: true
// spec: stdio
#include <stdio.h>

int main(void)
{
    char line[16];
    FILE *pipe = popen("date", "r");
    if (!pipe)
        return 1;
    while (fgets(line, sizeof line, pipe))
        fputs(line, stdout);
    return pclose(pipe) != 0;
}
