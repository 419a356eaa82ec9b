// A temporary file is written, rewound, read and closed.
// expect: true
// spec: stdio:leaks
#include <stdio.h>

int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 1;
    putc_unlocked('x', f);
    rewind(f);
    int c = getc_unlocked(f);
    fclose(f);
    return c == 'x' ? 0 : 2;
}
