// ESP, Fig. 7(a): the guard was copied before it guarded anything.
// expect: true
// esp: unknown
// typestate: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int dump;
int flag;
FILE *f;

int main(void)
{
    if (dump)
        flag = 1;
    else
        flag = 0;
    if (dump) {
        f = fopen("dump", "w");
        if (!f)
            return 1;
    }
    if (flag)
        fclose(f);
    return 0;
}
