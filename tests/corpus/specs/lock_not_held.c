// The wrong lock is released.
// expect: false(lock)
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int spin_trylock(struct lock *);

struct lock a, b;

int main(void)
{
    spin_lock(&a);
    spin_unlock(&b); //! violated
    return 0;
}
