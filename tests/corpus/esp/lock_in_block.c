// A lock in a block is released by its number, one in a variable is followed.
// expect: true
// esp: unknown
// typestate: true
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int option(void);
void *malloc(unsigned long);
static struct lock a;

int main(void)
{
    struct lock *l = malloc(sizeof *l);
    if (!l)
        return 1;
    spin_lock(&a);
    spin_lock(l);
    spin_unlock(l);
    spin_unlock(&a);
    return 0;
}
