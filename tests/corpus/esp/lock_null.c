// Null is a lock like any other, and taken twice.
// expect: false(lock)
// esp: unknown
// typestate: false
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int option(void);
static struct lock a;

int main(void)
{
    struct lock *l = option() ? &a : 0;
    spin_lock(l);
    if (!l)
        spin_lock(l); //! violated
    spin_unlock(l);
    return 0;
}
