// Every end of the program comes after finish.
// expect: true
// spec: tests/corpus/specs/session.spc
#include <stdlib.h>
extern int failed;
extern void finish(void);

int main(void)
{
    finish();
    if (failed)
        exit(1);
    return 0;
}
