// A helper gives null early, or a file, which is closed before the next one is opened.
// expect: true
// esp: true
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
    while (more()) {
        FILE *out = safely();
        if (out == NULL)
            continue;
        fclose(out);
    }
    return 0;
}
