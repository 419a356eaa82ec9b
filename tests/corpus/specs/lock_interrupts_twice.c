// A lock that is held with interrupts off is taken again.
// expect: false(lock)
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

static void work(void)
{
    spin_lock(&a); //! violated
    spin_unlock(&a);
}

int main(void)
{
    unsigned long flags = spin_lock_irqsave(&a);
    if (again)
        work();
    spin_unlock_irqrestore(&a, flags);
    return 0;
}
