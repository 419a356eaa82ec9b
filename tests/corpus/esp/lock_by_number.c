// An address that is a number, and a lock that is taken twice there.
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
    struct lock *l = (struct lock *)4096;
    spin_lock(&a);
    if (l) {
        spin_lock(l);
        spin_lock(l); //! violated
    }
    spin_unlock(&a);
    return 0;
}
