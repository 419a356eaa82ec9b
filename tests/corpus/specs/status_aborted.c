// abort has no status; the end of main without a value has 0.
// expect: true
// spec: tests/corpus/specs/status.spc:strict
#include <stdlib.h>

extern int wrong;

int main(void)
{
    if (wrong > 1)
        abort();
    if (wrong)
        exit(1);
}
