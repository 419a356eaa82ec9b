// Without the option a large status is none.
// expect: true
// spec: tests/corpus/specs/status.spc
#include <stdlib.h>

int main(void)
{
    exit(7);
}
