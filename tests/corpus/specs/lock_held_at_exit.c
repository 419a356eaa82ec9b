// exit is called with a lock held.
// expect: false(lock)
// spec: lock
#include <stdlib.h>
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int spin_trylock(struct lock *);

extern int failed;
struct lock a;

int main(void)
{
    spin_lock(&a);
    if (failed)
        exit(1); //! violated
    spin_unlock(&a);
    return 0;
}
