// The lock without a name is released where a flag says that it is held.
// expect: true
// esp: true
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int option(void);
extern void lock(void);
extern void unlock(void);
static struct lock a;

int main(void)
{
    int held = 0;
    spin_lock(&a);
    if (option()) {
        lock();
        held = 1;
    }
    spin_unlock(&a);
    if (held)
        unlock();
    return 0;
}
