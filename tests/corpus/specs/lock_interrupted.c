// A lock that was not got is not given back.
// expect: true
// spec: lock
struct mutex {
    int word;
};

extern int mutex_lock_interruptible(struct mutex *);
extern void mutex_unlock(struct mutex *);

static struct mutex m;

int main(void)
{
    if (mutex_lock_interruptible(&m))
        return 1;
    mutex_unlock(&m);
    return 0;
}
