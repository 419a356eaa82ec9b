// A lock is given back where it was not got.
// expect: false(lock)
// spec: lock
struct mutex {
    int word;
};

extern int mutex_lock_interruptible(struct mutex *);
extern void mutex_unlock(struct mutex *);

static struct mutex m;

int main(void)
{
    int interrupted = mutex_lock_interruptible(&m);
    mutex_unlock(&m); //! violated
    return interrupted;
}
