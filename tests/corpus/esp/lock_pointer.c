// A pointer leads to one of two locks, from the taking to the releasing.
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

int main(void)
{
    struct lock *l = option() ? &a : &b;
    spin_lock(l);
    option();
    spin_unlock(l);
    return 0;
}
