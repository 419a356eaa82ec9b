// A recursive function calls itself with the lock held.
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
static struct lock a;

static int walk(int depth)
{
    int found = 0;
    spin_lock(&a); //! violated
    if (depth == 1)
        found = walk(depth - 1);
    spin_unlock(&a);
    return found;
}

int main(void)
{
    return walk(1);
}
