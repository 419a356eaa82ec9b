// A lock is taken and released in a loop; whether it is held at the end
// depends on a counter: the driver loop of the SLAM papers.
#include <assert.h>

extern int request_pending(void);

static int held;

static void lock(void)
{
    assert(!held);
    held = 1;
}

static void unlock(void)
{
    assert(held);
    held = 0;
}

int main(void)
{
    unsigned served = 0, before;
    do {
        lock();
        before = served;
        if (request_pending()) {
            unlock();
            served++;
        }
    } while (served != before);
    unlock();
    return 0;
}
