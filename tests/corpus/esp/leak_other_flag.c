// A stream that is opened under one flag is closed under another.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio:leaks
#include <stdio.h>

extern int option(void);

int main(void)
{
    int dump = option(), brief = option();
    FILE *f = 0;
    if (dump) {
        f = fopen("a", "w");
        if (!f)
            return 1;
    }
    if (option())
        puts("works");
    if (dump && !brief)
        fclose(f);
    return 0;
}
