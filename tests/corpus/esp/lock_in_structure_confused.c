// Of two locks in a structure, the wrong one is taken a second time.
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
    struct lock state, queue;
};

static struct device first, second;

static void push(struct device *d)
{
    spin_lock(&d->state); //! violated
    d->number++;
    spin_unlock(&d->state);
}

static void run(struct device *d)
{
    spin_lock(&d->state);
    if (option())
        push(d);
    spin_unlock(&d->state);
}

int main(void)
{
    push(&second);
    run(&first);
    return 0;
}
