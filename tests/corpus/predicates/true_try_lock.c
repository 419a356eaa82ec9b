// What trying to lock gave decides whether to unlock, after a loop.
// expect: true
// property: unreach-call
// Why: `locked` is `got` from the call to the end of the round, and 0 between rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static int try_lock(void) {
    if (locked || __VERIFIER_nondet_int())
        return 0;
    locked = 1;
    return 1;
}

static void unlock(void) {
    if (!locked)
        reach_error();
    locked = 0;
}

int main(void) {
    for (;;) {
        int got = try_lock(), work = __VERIFIER_nondet_int();
        while (work > 0)
            work--;
        if (got)
            unlock();
        if (locked)
            reach_error();
    }
}
