// The program of Figure 2 of the ESP paper: what is opened under a condition is closed
// under the same one, and what lies between has nothing to do with it. Verify it with
//
//     concord check --spec examples/esp/figure1.spc examples/esp/figure2.c
#include <stdio.h>

extern int dump, p;
char *dumpFil = "dump.txt";

int main(void)
{
    FILE *f;
    int x;

    if (dump)
        f = fopen(dumpFil, "w");
    if (p)
        x = 0;
    else
        x = 1;
    if (dump)
        fclose(f);
    return x;
}
