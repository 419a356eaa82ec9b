// A function of the library that writes through its argument, and has no model.
// expect: unknown(unsupported)
// property: assert
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec now = {0, 0};
    if (timespec_get(&now, TIME_UTC))
        assert(now.tv_sec == 0);
    return 0;
}
