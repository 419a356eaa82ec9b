// The helper opened another file than the one that is written to.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int flag(void);
int first, second;
FILE *one, *two;

FILE *open_dump_file(const char *name)
{
    FILE *f = fopen(name, "w");
    if (!f)
        exit(1);
    return f;
}

void write_to(FILE *f)
{
    fputs("x", f);
}

int main(void)
{
    first = flag();
    second = flag();
    if (first)
        one = open_dump_file("one");
    if (second)
        two = open_dump_file("two");
    if (first)
        write_to(one);
    if (second)
        write_to(one);
    if (first)
        fclose(one);
    if (second)
        fclose(two);
    return 0;
}
