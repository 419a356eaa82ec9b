// Out parameters lead to fields of two structures.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

struct sink {
    int lines;
    FILE *file;
};

static int get(FILE **to, const char *name)
{
    FILE *f = fopen(name, "r");
    if (!f)
        return -1;
    *to = f;
    return 0;
}

struct sink a;

int main(void)
{
    struct sink b;
    if (get(&a.file, "a") < 0)
        return 1;
    fgetc(a.file);
    fclose(a.file);
    if (get(&b.file, "b") < 0)
        return 1;
    fgetc(b.file);
    fclose(b.file);
    return 0;
}
