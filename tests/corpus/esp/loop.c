// A file is opened, used and closed in each round, while another is open.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int more(void);
FILE *log;

int main(void)
{
    log = fopen("log", "w");
    if (!log)
        return 1;
    while (more()) {
        FILE *f = fopen("part", "r");
        if (!f)
            continue;
        fgetc(f);
        fputs("part", log);
        fclose(f);
    }
    fclose(log);
    return 0;
}
