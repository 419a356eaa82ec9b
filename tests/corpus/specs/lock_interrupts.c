// A lock is taken with interrupts off, and given back.
// expect: true
// spec: lock
struct lock {
    int word;
};

extern unsigned long spin_lock_irqsave(struct lock *);
extern void spin_unlock_irqrestore(struct lock *, unsigned long);
extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);

static struct lock a;
extern int again;

int main(void)
{
    do {
        unsigned long flags = spin_lock_irqsave(&a);
        spin_unlock_irqrestore(&a, flags);
    } while (again);
    return 0;
}
