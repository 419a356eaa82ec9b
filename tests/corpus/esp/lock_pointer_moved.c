// A pointer leads to another lock when it comes to releasing.
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
static struct lock a, b;

int main(void)
{
    struct lock *l = &a;
    spin_lock(l);
    if (option())
        l = &b;
    spin_unlock(l); //! violated
    return 0;
}
