// A stream that is opened under a flag is closed under it.
// expect: true
// esp: true
// spec: stdio:leaks
#include <stdio.h>

extern int option(void);

int main(void)
{
    int dump = option();
    FILE *f = 0;
    if (dump) {
        f = fopen("a", "w");
        if (!f)
            return 1;
    }
    if (option())
        puts("works");
    if (dump)
        fclose(f);
    return 0;
}
