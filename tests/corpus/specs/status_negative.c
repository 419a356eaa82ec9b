// exit is called through a pointer, with a negative status.
// expect: false(status)
// spec: tests/corpus/specs/status.spc
#include <stdlib.h>

static void (*end)(int) = exit;

int main(void)
{
    end(-1); //! violated
    return 0;
}
