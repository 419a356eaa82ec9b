// More locks are held at the same time than a set has room for.
// expect: true
// esp: true
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
static struct lock l0, l1, l2, l3, l4, l5, l6, l7, l8,
    l9, l10, l11, l12, l13, l14, l15, l16;

int main(void)
{
    spin_lock(&l0);
    spin_lock(&l1);
    spin_lock(&l2);
    spin_lock(&l3);
    spin_lock(&l4);
    spin_lock(&l5);
    spin_lock(&l6);
    spin_lock(&l7);
    spin_lock(&l8);
    spin_lock(&l9);
    spin_lock(&l10);
    spin_lock(&l11);
    spin_lock(&l12);
    spin_lock(&l13);
    spin_lock(&l14);
    spin_lock(&l15);
    spin_lock(&l16);
    spin_unlock(&l16);
    spin_unlock(&l15);
    spin_unlock(&l14);
    spin_unlock(&l13);
    spin_unlock(&l12);
    spin_unlock(&l11);
    spin_unlock(&l10);
    spin_unlock(&l9);
    spin_unlock(&l8);
    spin_unlock(&l7);
    spin_unlock(&l6);
    spin_unlock(&l5);
    spin_unlock(&l4);
    spin_unlock(&l3);
    spin_unlock(&l2);
    spin_unlock(&l1);
    spin_unlock(&l0);
    return 0;
}
