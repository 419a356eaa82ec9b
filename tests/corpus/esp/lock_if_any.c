// A pointer is null or leads to a lock, which a join of states does not keep.
// expect: true
// esp: unknown
// typestate: true
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
    struct lock *l = 0;
    if (option())
        l = &a;
    if (l)
        spin_lock(l);
    option();
    if (l)
        spin_unlock(l);
    return 0;
}
