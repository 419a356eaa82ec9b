// A helper gives null early, or a file; after null the file of the round before is closed.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

extern int more(void);

static FILE *safely(void)
{
    FILE *f;
    if (more())
        return NULL;
    f = fopen("safely", "w");
    return f;
}

int main(void)
{
    FILE *last = NULL;
    while (more()) {
        FILE *out = safely();
        if (out == NULL)
            out = last;
        if (out == NULL)
            continue;
        last = out;
        fclose(out);
    }
    return 0;
}
