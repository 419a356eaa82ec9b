// A lock is released if and only if it was taken.
// expect: true
// esp: true
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
    option();
    if (locked)
        spin_unlock_bh(&a);
    return 0;
}
