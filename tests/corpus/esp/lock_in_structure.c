// Two locks in each of two structures, found through pointers to them.
// expect: true
// esp: true
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
    spin_lock(&d->queue);
    d->number++;
    spin_unlock(&d->queue);
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
    while (option()) {
        run(&first);
        if (option())
            run(&second);
        else
            push(&second);
    }
    return 0;
}
