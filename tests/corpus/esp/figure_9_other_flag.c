// Fig. 9 with a file closed under another flag.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

int p1, p2;
FILE *f1, *f2;
extern int option(void);

void printRtl(FILE *f)
{
    fprintf(f, "...");
}

void restOfComp(void)
{
    if (p1)
        printRtl(f1);
    if (p2)
        printRtl(f2);
}

void compFile(void)
{
    if (p1) {
        f1 = fopen("a", "w");
        if (!f1)
            exit(1);
    }
    if (p2) {
        f2 = fopen("b", "w");
        if (!f2)
            exit(1);
    }
    restOfComp();
    if (p1)
        fclose(f1);
    if (p1)
        fclose(f2);
}

int main(void)
{
    p1 = option();
    p2 = option();
    compFile();
    return 0;
}
