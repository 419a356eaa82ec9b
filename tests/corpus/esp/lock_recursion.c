// A recursive function takes the lock on its way down and releases it before it goes on.
// expect: true
// esp: true
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int option(void);
static struct lock a;

static int walk(int depth)
{
    int found = 0;
    spin_lock(&a);
    if (option())
        found = 1;
    spin_unlock(&a);
    if (!found && depth > 0)
        return walk(depth - 1);
    return found;
}

int main(void)
{
    return walk(option());
}
