// A handler that runs at the end releases the lock.
// expect: true
// spec: lock
#include <stdlib.h>
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int spin_trylock(struct lock *);

struct lock a;

static void release(void)
{
    spin_unlock(&a);
}

int main(void)
{
    if (atexit(release))
        return 1;
    spin_lock(&a);
    return 0;
}
