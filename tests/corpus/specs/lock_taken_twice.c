// Taken again through another pointer.
// expect: false(lock)
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int spin_trylock(struct lock *);

extern int shared;
struct lock a, b;

int main(void)
{
    struct lock *first = &a, *second = shared ? &a : &b;
    spin_lock(first);
    spin_lock(second); //! violated
    spin_unlock(second);
    spin_unlock(first);
    return 0;
}
