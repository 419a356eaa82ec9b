// The member of a structure that is not there is no null.
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
struct device {
    int number;
    struct lock state;
};

static struct device first;

int main(void)
{
    struct device *d = option() ? &first : 0;
    spin_lock(&d->state);
    if (!d)
        spin_unlock(0); //! violated
    spin_unlock(&d->state);
    return 0;
}
