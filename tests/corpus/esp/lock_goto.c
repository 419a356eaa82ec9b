// Locks are released in the opposite order, from wherever it fails.
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

static int work(void)
{
    int error = 1;
    spin_lock(&a);
    if (option())
        goto out;
    spin_lock(&b);
    if (option())
        goto out_b;
    error = 0;
out_b:
    spin_unlock(&b);
out:
    spin_unlock(&a);
    return error;
}

int main(void)
{
    while (work())
        option();
    return 0;
}
