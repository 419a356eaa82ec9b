// What was opened if it was wanted is closed if it was wanted.
// expect: true
// spec: stdio
#include <stdio.h>

extern int wanted, other;

int main(void)
{
    FILE *f = 0;
    int x;
    if (wanted) {
        f = fopen("log", "w");
        if (!f)
            return 1;
    }
    if (other)
        x = 0;
    else
        x = 1;
    if (wanted)
        fclose(f);
    return x;
}
