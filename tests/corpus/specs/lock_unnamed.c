// One lock without a name, as in the SLAM papers.
// expect: true
// spec: lock
extern int pending(void);
extern void lock(void);
extern void unlock(void);

int main(void)
{
    int busy = 0;
    lock();
    if (pending()) {
        unlock();
        busy = 1;
    }
    if (!busy)
        unlock();
    return 0;
}
