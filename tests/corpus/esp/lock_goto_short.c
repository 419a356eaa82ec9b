// One way out does not release the first lock.
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
static struct lock a, b;

static int work(void)
{
    int error = 1;
    spin_lock(&a); //! violated
    if (option())
        return error;
    spin_lock(&b);
    if (option())
        goto out_b;
    error = 0;
out_b:
    spin_unlock(&b);
    spin_unlock(&a);
    return error;
}

int main(void)
{
    while (work())
        option();
    return 0;
}
