// ESP, Fig. 7(b): the guard is copied after it guarded.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int dump;
int flag;
FILE *f;

int main(void)
{
    if (dump) {
        f = fopen("dump", "w");
        if (!f)
            return 1;
    }
    if (dump)
        flag = 1;
    else
        flag = 0;
    if (flag)
        fclose(f);
    return 0;
}
