// Which lock of an array it is, is not followed; it is another one that is released.
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
static struct lock a, all[4];

int main(void)
{
    int i = option() & 3;
    spin_lock(&a);
    spin_lock(&all[i]);
    spin_unlock(&all[i ^ 1]); //! violated
    spin_unlock(&a);
    return 0;
}
