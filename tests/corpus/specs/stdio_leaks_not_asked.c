// Without the option an open stream is no error.
// expect: true
// spec: stdio
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("a", "w");
    if (f)
        fputs("text", f);
    return 0;
}
