// A lock is released if the try took it.
// expect: true
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int spin_trylock(struct lock *);

struct lock a;

int main(void)
{
    if (spin_trylock(&a))
        spin_unlock(&a);
    spin_lock(&a);
    spin_unlock(&a);
    return 0;
}
