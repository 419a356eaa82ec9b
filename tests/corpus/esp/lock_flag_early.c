// An early return leaves a lock held.
// expect: false(lock)
// esp: unknown
// typestate: false
// spec: lock
struct lock {
    int word;
};

extern void spin_lock_bh(struct lock *);
extern void spin_unlock_bh(struct lock *);
extern int option(void);
static struct lock a;

int main(void)
{
    int locked = 0;
    if (option()) {
        spin_lock_bh(&a);
        locked = 1;
    }
    if (option())
        return 1;
    if (locked)
        spin_unlock_bh(&a);
    return 0;
}
