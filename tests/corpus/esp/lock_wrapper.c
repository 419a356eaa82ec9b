// Wrappers take and release two locks.
// expect: true
// esp: true
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int option(void);
static struct lock a, b;

static void take(struct lock *l)
{
    spin_lock(l);
}

static void release(struct lock *l)
{
    spin_unlock(l);
}

int main(void)
{
    while (option()) {
        take(&a);
        if (option()) {
            take(&b);
            release(&b);
        }
        release(&a);
    }
    return 0;
}
