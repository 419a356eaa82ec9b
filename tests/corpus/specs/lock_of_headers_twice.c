// Locks as the headers of the kernel define them, taken twice.
// expect: false(lock)
// spec: lock
struct raw_lock {
    int word;
};
struct lock {
    struct raw_lock raw;
};

extern void _raw_spin_lock(struct raw_lock *);
extern void _raw_spin_unlock(struct raw_lock *);
extern unsigned long _raw_spin_lock_irqsave(struct raw_lock *);
extern void _raw_spin_unlock_irqrestore(struct raw_lock *, unsigned long);

static inline void spin_lock(struct lock *l)
{
    _raw_spin_lock(&l->raw);
}

static inline void spin_unlock(struct lock *l)
{
    _raw_spin_unlock(&l->raw);
}

static inline void spin_unlock_irqrestore(struct lock *l, unsigned long flags)
{
    _raw_spin_unlock_irqrestore(&l->raw, flags);
}

static struct lock a;

int main(void)
{
    unsigned long flags = _raw_spin_lock_irqsave(&a.raw);
    spin_lock(&a); //! violated
    spin_unlock(&a);
    spin_unlock_irqrestore(&a, flags);
    return 0;
}
