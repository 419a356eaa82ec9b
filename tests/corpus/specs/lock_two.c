// Two locks, each taken and released in turn.
// expect: true
// spec: lock
struct lock {
    int word;
};

extern void spin_lock(struct lock *);
extern void spin_unlock(struct lock *);
extern int spin_trylock(struct lock *);

struct lock a, b;

int main(void)
{
    for (int i = 0; i < 2; i++) {
        spin_lock(&a);
        spin_lock(&b);
        spin_unlock(&a);
        spin_unlock(&b);
    }
    return 0;
}
