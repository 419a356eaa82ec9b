// The lock is held when the loop ends: a status that is a relation of two numbers.
// expect: true
// property: unreach-call
// Why: at the loop's end next == seen holds exactly if the lock was not released.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static void lock(void) {
    if (locked)
        reach_error();
    locked = 1;
}

static void unlock(void) {
    if (!locked)
        reach_error();
    locked = 0;
}

int main(void) {
    int next = __VERIFIER_nondet_int(), seen;
    do {
        lock();
        seen = next;
        if (__VERIFIER_nondet_int()) {
            unlock();
            next++;
        }
    } while (next != seen);
    unlock();
    return 0;
}
